/** From where an address can be reached. */

/** Whether a host name means the computer itself, whichever computer that is: nobody else can open a link to it. */
export function isOnlyHere(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, "");
  return name === "localhost" || name.endsWith(".localhost") || name === "::1" || name === "0.0.0.0" || /^127(\.\d+){3}$/.test(name);
}
