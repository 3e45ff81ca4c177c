import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { volumeOf } from "../../../scripts/proofs/proofs.ts";
import { claudeSettings } from "./claude-settings.ts";
import type { McpClient } from "./client.ts";
import { clientKey } from "./client-key.ts";
import { CLIENTS } from "./clients.ts";
import { changes, makeChange } from "./file-change.ts";
import { jsonWithComments, strictJson } from "./json-config.ts";
import { dropOrigins, keepOrigin } from "./origin.ts";
import { additions, configFile, removals, type Setup } from "./plan.ts";
import { SCOPES, type Scope } from "./scope.ts";
import { tomlConfig } from "./toml-config.ts";

/* Whatever file was there before a set-up is there after it was taken out, byte for byte. */

const SECRET = "ek_secret";

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "earshot-undo-"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

let count = 0;

/** A set-up in a home of its own, of Claude Code with its hook and its skill. */
function setupIn(client: McpClient, scope: Scope, url?: string): Setup {
  const home = join(root, String(count++));
  const project = join(home, "project");
  mkdirSync(project, { recursive: true });
  const data = join(root, "data", String(count));
  return {
    client,
    scope,
    name: "earshot",
    data,
    key: clientKey(data, client, url),
    installation: { command: "node", args: ["/x y/earshot.js"] },
    url,
    isRemote: url !== undefined,
    hasHook: client.id === "claude-code",
    hasSkill: client.id === "claude-code",
    places: {
      project,
      home,
      applications: join(home, "applications"),
      config: join(home, ".config"),
      isWindows: false,
      claude: undefined,
      claudeFolder: join(home, ".claude"),
      codex: join(home, ".codex"),
    },
  };
}

function setUp(setup: Setup): void {
  for (const change of additions(setup, SECRET)) {
    keepOrigin(setup.data, change);
    makeChange(change);
  }
}

function takeOut(setup: Setup): void {
  const planned = removals(setup);
  for (const change of planned) makeChange(change);
  dropOrigins(setup.data, planned);
}

function write(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode });
}

/** Every file and folder with its bytes and who may read it. */
function everythingIn(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    names.map((name) => {
      const stat = statSync(join(folder, name));
      const mode = (stat.mode & 0o777).toString(8);
      return [name, stat.isDirectory() ? "folder" : `${mode} ${readFileSync(join(folder, name))}`];
    }),
  );
}

/** What people have in the file of a client: empty, with what we would make, in every layout. */
function textsFor(client: McpClient): fc.Arbitrary<string> {
  const containers = client.path("earshot").slice(0, -1).map(String);
  if (client.format === strictJson || client.format === jsonWithComments) {
    return jsonTexts(containers, client.format === jsonWithComments);
  }
  return client.format === tomlConfig ? tomlTexts : yamlTexts;
}

function jsonTexts(containers: readonly string[], hasComments: boolean): fc.Arbitrary<string> {
  const others = fc.dictionary(
    fc.string({ maxLength: 5 }).map((key) => `k${key}`),
    fc.jsonValue({ maxDepth: 2 }),
    { maxKeys: 3 },
  );
  const inner = fc.oneof(fc.constant({}), others, fc.constant(null));
  const nested = inner.map((held) =>
    containers.reduceRight<unknown>((value, key) => ({ [key]: value }), held),
  );
  return fc
    .record({
      tree: fc
        .tuple(others, fc.option(nested, { nil: {} }), others)
        .map((parts) => Object.assign({}, ...parts)),
      indent: fc.constantFrom(undefined, 1, 2, 4, "\t"),
      end: fc.constantFrom("\n", "\r\n"),
      head: fc.constantFrom(
        "",
        "\uFEFF",
        " ",
        ...(hasComments ? ["// mine\n", "/* mine */ "] : []),
      ),
      tail: fc.constantFrom("", "\n", "\n\n", ...(hasComments ? [" // end"] : [])),
      isBare: fc.boolean(),
    })
    .map(({ tree, indent, end, head, tail, isBare }) => {
      if (isBare && Object.keys(tree).length === 0) return tail.trim() === "" ? tail : "";
      return head + (JSON.stringify(tree, null, indent) + tail).replaceAll("\n", end);
    });
}

const lines = (...parts: string[]) =>
  fc
    .tuple(fc.subarray(parts), fc.constantFrom("\n", "\r\n"), fc.constantFrom("", "\n", "\n\n"))
    .map(([kept, end, tail]) => (kept.join("\n") + tail).replaceAll("\n", end));

const tomlTexts = lines(
  "# mine",
  'model = "o9"   # the best',
  "",
  "[mcp_servers]",
  "[mcp_servers.other]\ncommand = 'x'\nargs = [\n  '[a]', # no table\n]",
  "\n# of the tools",
  "[tools]\nweb  =  true",
);

const yamlTexts = fc.oneof(
  lines(
    "# mine",
    'MODE:   "gpt" # the best',
    "",
    "extensions:\n  developer: {a:   1}",
    "z: [ 1,2 ]",
  ),
  fc.constantFrom(
    "extensions: {}\n",
    "extensions:\n",
    "{}",
    "mcpServers: []\n",
    "a: 1\nextensions: { }",
  ),
);

const SETUPS = Object.values(CLIENTS).flatMap((client) =>
  SCOPES.filter((scope) => client.files[scope] !== undefined).flatMap((scope) =>
    [undefined, "https://earshot.example.com"].map((url) => ({ client, scope, url })),
  ),
);

describe.each(SETUPS)("$client.id for one $scope at $url", ({ client, scope, url }) => {
  test("leaves every file as it was, and only the folders that were there", () => {
    const hooks = fc.oneof(
      fc.constantFrom("", "{}", '{"hooks": {}}', '{"hooks":{"PermissionRequest":[]}}'),
      jsonTexts(["hooks"], false),
    );
    fc.assert(
      fc.property(
        fc.option(textsFor(client)),
        fc.option(hooks),
        fc.constantFrom(0o644, 0o600),
        (text, settings, mode) => {
          const setup = setupIn(client, scope, url);
          const { home } = setup.places;
          if (text !== null) write(configFile(setup), text, mode);
          if (settings !== null && setup.hasHook) {
            write(claudeSettings(setup.places, scope), settings);
          }
          const before = everythingIn(home);
          try {
            additions(setup, SECRET);
          } catch {
            // What the client cannot read either is left as it is, and is no case of this.
            fc.pre(false);
          }
          setUp(setup);
          expect(removals(setup).some(changes)).toBe(true);
          setUp(setup);
          takeOut(setup);
          expect(everythingIn(home)).toEqual(before);
        },
      ),
      { numRuns: volumeOf("undo") },
    );
  });
});

test("what others have written meanwhile stays, and so does what was empty before", () => {
  const setup = setupIn(CLIENTS.cursor, "project");
  const path = configFile(setup);
  write(path, '{"mcpServers": {}}');
  setUp(setup);
  const tree = JSON.parse(readFileSync(path, "utf8"));
  write(path, JSON.stringify({ ...tree, mine: 1 }));
  takeOut(setup);
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ mcpServers: {}, mine: 1 });
});

test.each(["first", "second"])(
  "of two servers in one file the %s may go before the other",
  (which) => {
    const one = setupIn(CLIENTS.cursor, "project");
    const two = { ...one, name: "other" };
    const path = configFile(one);
    const before = everythingIn(one.places.home);
    setUp(one);
    setUp(two);
    const [early, late] = which === "first" ? [one, two] : [two, one];
    takeOut(early);
    expect(Object.keys(JSON.parse(readFileSync(path, "utf8")).mcpServers)).toEqual([late.name]);
    takeOut(late);
    expect(everythingIn(one.places.home)).toEqual(before);
  },
);

test("a skill that a project brought along stays, and one of an earlier installation goes", () => {
  const setup = setupIn(CLIENTS["claude-code"], "project");
  setUp(setup);
  const path = join(setup.places.project, ".claude", "skills", "ask-a-person", "SKILL.md");
  const ours = readFileSync(path, "utf8");
  takeOut(setup);
  expect(existsSync(path)).toBe(false);
  write(path, ours);
  setUp(setup);
  takeOut(setup);
  expect(readFileSync(path, "utf8")).toBe(ours);
});

test("bytes that are no UTF-8 are refused and stay", () => {
  const setup = setupIn(CLIENTS.codex, "project");
  const path = configFile(setup);
  mkdirSync(dirname(path), { recursive: true });
  const bytes = Buffer.from("# f\xfcr mich\n", "latin1");
  writeFileSync(path, bytes);
  expect(() => additions(setup, SECRET)).toThrow(/left as it is/);
  expect(readFileSync(path)).toEqual(bytes);
});

test("an entry of the same name that somebody wrote comes back", () => {
  const setup = setupIn(CLIENTS.cursor, "project");
  const path = configFile(setup);
  const text = '{"mcpServers":{"earshot":{"command":"mine"}}}';
  write(path, text);
  setUp(setup);
  takeOut(setup);
  expect(readFileSync(path, "utf8")).toBe(text);
});

test("an entry of which nothing is kept is taken out by what it says", () => {
  const setup = setupIn(CLIENTS.cursor, "project");
  setUp(setup);
  rmSync(setup.data, { recursive: true });
  setUp(setup);
  takeOut(setup);
  expect(existsSync(configFile(setup))).toBe(false);
});
