import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { ROUTES } from "./pictures/views.ts";

/* Nothing of the page is left out where axe looks: told by the views of the facts that have it look. */

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const texts = globSync(join(ROOT, "test/inbox/*.test.ts"))
  .map((file) => readFileSync(file, "utf8"))
  .filter((text) => /\b(?:faultsOf|violations)\(/.test(text));

describe("axe looks at", () => {
  test("every route of the page", () => {
    const views = texts.flatMap((text) => [
      ...text.matchAll(/name: "[\w-]+",\s+path: ["`]([^"`]+)["`]/g),
    ]);
    const looked = new Set(views.map(([, path = ""]) => routeOf(path)));
    expect(Object.values(ROUTES).filter((route) => !looked.has(route))).toEqual([]);
  });

  test("every dialog of the page", () => {
    const all = texts.join("\n");
    const dialogs = globSync(join(ROOT, "src/inbox/**/*.tsx")).flatMap(titlesIn);
    expect(dialogs.length).toBeGreaterThan(15);
    expect(dialogs.filter((title) => !nameOf(title).test(all))).toEqual([]);
  });

  test("what applications frame", () => {
    expect(texts.some((text) => text.includes("<earshot-inbox"))).toBe(true);
  });
});

/** `/runs/${id}?status=failed` as `/runs/ID`. */
function routeOf(path: string): string {
  const [address = "", search = ""] = path.split("?");
  const route = address.replace(/^\/\$\{[^}]+\}$/, "/REQUEST").replace(/\$\{[^}]+\}/, "ID");
  return search.startsWith("q=") ? `${route}?q=` : route;
}

/** What stands above the dialogs of a file, in English; where a file is given its title, another says it. */
function titlesIn(file: string): readonly string[] {
  const given = [
    ...readFileSync(file, "utf8").matchAll(/<(?:Form)?Dialog\s+title=\{say\(([^)]+?)[,)]/g),
  ];
  const names = given.flatMap(([, name = ""]) => [...name.matchAll(/["`]([\w.-]+)/g)]);
  if (names.length === 0) return [];
  const messages = readFileSync(join(dirname(file), "messages/en.json"), "utf8");
  const said = Object.entries(JSON.parse(messages) as Readonly<Record<string, string>>);
  return names.flatMap(([, name = ""]) =>
    said
      .filter(([one]) => one === name || (name.endsWith(".") && one.startsWith(name)))
      .map(([, title]) => title),
  );
}

/** In the name of a dialog stands what its places hold. */
function nameOf(title: string): RegExp {
  return new RegExp(`"${title.replaceAll(/\{[^}]*\}/g, '[^"]+')}"`);
}
