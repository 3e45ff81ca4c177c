import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { generatedPython } from "../../scripts/python-client.ts";

describe("the Python client", () => {
  test.each([...generatedPython()])("has in %s what the contract makes of it", (path, text) => {
    expect(readFileSync(path, "utf8") === text, "Write it anew: npm run python").toBe(true);
  });
});
