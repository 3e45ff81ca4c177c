import { describe, expect, test } from "vitest";
import { checkPostgresUrl, databaseOf, passwordsOf, postgresPlace } from "./postgres-url.ts";

describe("an address of PostgreSQL", () => {
  test.each([
    ["postgres://ana:hunter-2@db.example.com:6000/earshot", "db.example.com:6000/earshot"],
    [
      "postgresql://ana:hunter-2@db.example.com/earshot?sslmode=verify-full",
      "db.example.com:5432/earshot",
    ],
    ["postgres://ana:hunter-2@[::1]/earshot", "[::1]:5432/earshot"],
    ["postgres:///earshot?host=/run/postgresql&password=hunter-2", "/run/postgresql/earshot"],
    ["postgres://ana:hunter-2@db", "db:5432/ana"],
  ])("%s is told as %s, without user and password", (url, place) => {
    expect(checkPostgresUrl(url, "--postgres")).toBe(url);
    expect(postgresPlace(url)).toBe(place);
    expect(passwordsOf(url)).toEqual(["hunter-2"]);
  });

  test("hides its password as it is written and as it is meant", () => {
    expect(passwordsOf("postgres://ana:a%40b@db/earshot")).toEqual(["a%40b", "a@b"]);
    expect(passwordsOf("postgres://ana@db/earshot")).toEqual([]);
    expect(databaseOf("postgres://db/my%20base")).toBe("my base");
  });

  test.each([
    "",
    "hunter-2",
    "db.example.com",
    "mysql://ana:hunter-2@db/earshot",
    "http://hunter-2",
  ])("is refused without being repeated: %j", (text) => {
    expect(() => checkPostgresUrl(text, "EARSHOT_POSTGRES")).toThrow(/^EARSHOT_POSTGRES is no/);
    expect(() => checkPostgresUrl(text, "EARSHOT_POSTGRES")).not.toThrow(/hunter-2/);
  });
});
