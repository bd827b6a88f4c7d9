/** Which page an address leads to. A seat's secret stands behind the `#`, where browsers keep it to themselves. */

export type Route =
  | { page: "home" }
  | { page: "new"; scenario: string }
  | { page: "table"; game: string; token: string | null; moment: number | null }
  | { page: "mine"; game: string }
  | { page: "join"; game: string; invitation: string | null }
  | { page: "report"; game: string; token: string | null }
  | { page: "rules"; id: string }
  | { page: "unknown" };

export interface Address {
  pathname: string;
  hash: string;
  search: string;
}

export function routeOf(address: Address): Route {
  const [first = "", ...rest] = address.pathname.split("/").filter(Boolean).map(decoded);
  const token = tokenOf(address.hash);
  if (!first) return { page: "home" };
  if (first === "new" && rest.length) return { page: "new", scenario: rest.join("/") };
  if (first === "table" && rest.length === 1) return { page: "table", game: rest[0]!, token, moment: momentOf(address.search) };
  if (first === "table" && rest.length === 2 && rest[1] === "mine") return { page: "mine", game: rest[0]! };
  if (first === "table" && rest.length === 2 && rest[1] === "report") return { page: "report", game: rest[0]!, token };
  if (first === "join" && rest.length === 1) return { page: "join", game: rest[0]!, invitation: token };
  if (first === "rules") return { page: "rules", id: rest.join("/") };
  return { page: "unknown" };
}

export function tableAddress(game: string, token: string | null = null, moment: number | null = null): string {
  return `/table/${encodeURIComponent(game)}${moment === null ? "" : `?moment=${moment}`}${token ? `#${token}` : ""}`;
}

/** Where an invitation leads: to a seat that nobody has taken. */
export function joinAddress(game: string, invitation: string): string {
  return `/join/${encodeURIComponent(game)}#${invitation}`;
}

export function reportAddress(game: string, token: string | null = null): string {
  return `/table/${encodeURIComponent(game)}/report${token ? `#${token}` : ""}`;
}

export function newAddress(scenario: string): string {
  return `/new/${scenario}`;
}

export function rulesAddress(id = ""): string {
  return `/rules${id ? `/${encodeURIComponent(id)}` : ""}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function tokenOf(hash: string): string | null {
  return /^#[\w-]+$/.test(hash) ? hash.slice(1) : null;
}

function momentOf(search: string): number | null {
  const said = new URLSearchParams(search).get("moment");
  return said !== null && /^\d+$/.test(said) ? Number(said) : null;
}
