import { expect, test } from "vitest";
import { EarshotError } from "../domain/errors.ts";
import { checkPublicUrl } from "./public-url.ts";

const PUBLIC_URL = "https://earshot.example.com";

test.each([PUBLIC_URL, `${PUBLIC_URL}/`, "https://EARSHOT.example.com:443"])(
  "%s is the address that browsers name as their origin",
  (given) => {
    expect(checkPublicUrl(given)).toBe(PUBLIC_URL);
  },
);

test.each(["http://localhost:9000", "http://127.0.0.1:9000", "http://[::1]:9000"])(
  "%s needs no TLS, since nobody can listen in",
  (local) => {
    expect(checkPublicUrl(local)).toBe(local);
  },
);

test.each([
  ["http elsewhere", "http://earshot.example.com"],
  ["http to a name that begins like this machine", "http://localhost.evil.example"],
  ["another scheme", "ftp://earshot.example.com"],
  ["a path", `${PUBLIC_URL}/earshot`],
  ["a query", `${PUBLIC_URL}/?a=b`],
  ["a fragment", `${PUBLIC_URL}#a`],
  ["a user", "https://ana@earshot.example.com"],
  ["no scheme", "earshot.example.com"],
  ["nothing in it", ""],
])("a public URL with %s is refused", (_what, given) => {
  expect(() => checkPublicUrl(given)).toThrow(EarshotError);
});
