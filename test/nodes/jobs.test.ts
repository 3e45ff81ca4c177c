import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const ROOT = new URL("../../", import.meta.url);

/** The names of all leases that a node takes, a part that varies as a word in capitals. */
function leases(): readonly string[] {
  const sources = globSync("src/core/**/*.ts", {
    cwd: ROOT,
    exclude: (name) => /\.test\./.test(name),
  });
  return sources
    .map((path) => readFileSync(new URL(path, ROOT), "utf8"))
    .flatMap((text) => [...text.matchAll(/startLeasedJob\(ctx, \{\s*name: (["`])(.+?)\1/g)])
    .map(([, , name = ""]) => name.replace(/\$\{[^}]*\}/, "KIND"));
}

test("the guide names every job that one node does for all", () => {
  const guide = readFileSync(new URL("docs/guides/many-nodes.md", ROOT), "utf8");
  const section = /^## Jobs that one node does\n(.*?)^## /ms.exec(guide)?.[1] ?? "";
  const named = [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(leases().toSorted());
});
