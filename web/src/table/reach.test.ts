import { expect, it } from "vitest";

import { isOnlyHere } from "./reach";

it("knows the addresses that nobody else can open", () => {
  for (const host of ["127.0.0.1", "127.3.2.1", "localhost", "LOCALHOST", "games.localhost", "[::1]", "0.0.0.0"]) expect(isOnlyHere(host), host).toBe(true);
  for (const host of ["192.168.1.20", "games.example.org", "my-machine", "128.0.0.1", "127.0.0.1.example.org", "[fe80::1]", "localhost.example.org"]) expect(isOnlyHere(host), host).toBe(false);
});
