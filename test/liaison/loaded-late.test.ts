import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SRC = fileURLToPath(new URL("../../src", import.meta.url));
/** For the code as it is loaded: type imports are gone by then. */
const STATIC = /^(?:import|export)\s(?!type\s)(?:[^'"();]*?\sfrom\s)?["']([^"']+)["']/gm;

/** All files and packages that are loaded with a file, before anything is called. */
function loadedWith(entry: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = [join(SRC, entry)];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(relative(SRC, file)) || !existsSync(file)) continue;
    seen.add(relative(SRC, file));
    for (const [, target = ""] of readFileSync(file, "utf8").matchAll(STATIC)) {
      if (target.startsWith(".")) open.push(join(dirname(file), target));
      else seen.add(target);
    }
  }
  return seen;
}

test.each(["compose/compose.ts", "compose/serve.ts"])(
  "%s loads no engine of the liaison",
  (entry) => {
    const loaded = [...loadedWith(entry)];
    expect(loaded.length).toBeGreaterThan(20);
    const ofEngine = loaded.filter(
      (name) => name.startsWith("liaison/") && name !== "liaison/create-mind.ts",
    );
    expect(ofEngine).toEqual([]);
    for (const name of ["chrono-node/en", "tinyld/light", "neo4j-driver", "ai"]) {
      expect(loaded).not.toContain(name);
    }
  },
);

test("what is loaded with the first conversation is the engine", () => {
  const loaded = loadedWith("liaison/embedded-understanding.ts");
  expect([...loaded].some((name) => name.startsWith("liaison/specification/"))).toBe(true);
});
