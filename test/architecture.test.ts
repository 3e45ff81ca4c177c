import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SRC = fileURLToPath(new URL("../src", import.meta.url));

interface Room {
  /** Rooms it may import from, besides itself. */
  readonly rooms: readonly string[];
  /** Packages it may import, `node:` for all of Node. */
  readonly packages: readonly string[];
}

/** Who may know whom. Doors → ports ← core → domain; store, channels and system implement ports. */
const ROOMS: Readonly<Record<string, Room>> = {
  domain: { rooms: [], packages: [] },
  ports: { rooms: ["domain"], packages: [] },
  core: { rooms: ["domain", "ports", "messages"], packages: [] },
  contract: { rooms: ["domain", "ports"], packages: ["zod"] },
  render: {
    rooms: ["domain", "ports", "messages"],
    packages: ["@lezer/common", "@lezer/markdown", "diff"],
  },
  store: { rooms: ["domain", "ports"], packages: ["kysely", "node:", "pg"] },
  graph: { rooms: ["domain", "ports"], packages: ["neo4j-driver"] },
  system: {
    rooms: ["domain", "ports"],
    packages: [
      "node:",
      "canonicalize",
      "@cfworker/json-schema",
      "@marcbachmann/cel-js",
      "re2js",
      "web-tree-sitter",
      "tree-sitter-bash",
      "libpg-query",
      "jose",
      "@peculiar/asn1-cms",
      "@peculiar/asn1-schema",
      "@peculiar/asn1-tsp",
      "@peculiar/asn1-x509",
      "@simplewebauthn/server",
      "@simplewebauthn/server/helpers",
      "@opentelemetry/api",
      "@opentelemetry/resources",
      "@opentelemetry/sdk-trace",
      "@opentelemetry/exporter-trace-otlp-http",
    ],
  },
  channels: {
    rooms: ["domain", "ports", "render", "messages"],
    packages: [
      "node:",
      "@slack/web-api",
      "@slack/socket-mode",
      "grammy",
      "nodemailer",
      "imapflow",
      "mailparser",
      "standardwebhooks",
    ],
  },
  tools: { rooms: ["domain", "ports"], packages: ["zod", "minisearch"] },
  model: {
    rooms: ["domain", "ports"],
    packages: ["node:", "ai", "@ai-sdk/openai-compatible"],
  },
  messages: { rooms: [], packages: ["messageformat"] },
  liaison: {
    rooms: ["domain", "ports", "messages"],
    packages: ["chrono-node/en", "tinyld/light"],
  },
  host: { rooms: ["domain", "ports", "tools", "render"], packages: ["node:", "zod", "yaml"] },
  http: {
    rooms: ["domain", "ports", "contract"],
    packages: ["node:", "rate-limiter-flexible"],
  },
  mcp: {
    rooms: ["domain", "ports"],
    packages: [
      "node:",
      "zod",
      "@modelcontextprotocol/server",
      "@modelcontextprotocol/server/stdio",
    ],
  },
  client: { rooms: ["domain", "ports", "contract"], packages: [] },
  guard: { rooms: ["domain", "ports", "client"], packages: ["canonicalize", "fast-sha256"] },
  bridges: { rooms: ["domain", "ports", "client", "guard"], packages: [] },
  cli: {
    rooms: [
      "domain",
      "ports",
      "client",
      "render",
      "channels",
      "store",
      "system",
      "compose",
      "tools",
      "model",
      "host",
      "mcp",
      "contract",
      "guard",
      "messages",
    ],
    packages: [
      "node:",
      "commander",
      "@clack/prompts",
      "jsonc-parser",
      "smol-toml",
      "yaml",
      "@modelcontextprotocol/client",
      "@modelcontextprotocol/client/stdio",
      "@modelcontextprotocol/server",
      "@modelcontextprotocol/server/stdio",
    ],
  },
  embed: { rooms: [], packages: [] },
  inbox: {
    rooms: ["domain", "ports", "render", "contract", "messages", "embed"],
    packages: ["preact", "preact/hooks", "@preact/signals", "@simplewebauthn/browser", "lowlight"],
  },
  testing: {
    rooms: ["domain", "ports", "core", "store", "system", "liaison"],
    packages: ["node:", "vitest", "fast-check"],
  },
};

/** What puts the rooms together knows them all. */
const KNOW_ALL = new Set(["root", "compose"]);

const files = globSync("**/*.{ts,tsx}", { cwd: SRC }).filter((file) => !file.endsWith(".test.ts"));
const roomOf = (file: string) => (file.includes("/") ? (file.split("/")[0] ?? "") : "root");

const STATEMENT = /^(?:import|export)\b([^;]*?)from\s+"([^"]+)"|^import\s+"([^"]+)"/gm;

function importsOf(file: string): string[] {
  const source = readFileSync(join(SRC, file), "utf8");
  const found = [...source.matchAll(STATEMENT)].map((match) => match[2] ?? match[3] ?? "");
  const late = [...source.matchAll(/\bimport\("([^"]+)"\)/g)].map((match) => match[1] ?? "");
  return [...found, ...late];
}

/** What is loaded with a file: nothing comes with a type. */
function loadedBy(file: string): string[] {
  const found = readFileSync(join(SRC, file), "utf8").matchAll(STATEMENT);
  return [...found].flatMap(([, names = "", from, alone]) => {
    const listed = names
      .replace(/[{}]/g, "")
      .split(",")
      .filter((name) => name.trim() !== "");
    const isOfTypes =
      /^\s*type\b/.test(names) ||
      (listed.length > 0 && listed.every((name) => /^\s*type\s/.test(name)));
    return isOfTypes ? [] : [from ?? alone ?? ""];
  });
}

/** A thread puts together what it needs itself, as the files at the root do. */
function isOfThread(file: string, to: string): boolean {
  return file.endsWith("-worker.ts") && to === "system";
}

function offences(file: string): string[] {
  const room = roomOf(file);
  const allowed = ROOMS[room];
  if (allowed === undefined) return [`${file}: there is no room "${room}"`];
  return importsOf(file).flatMap((target) => {
    if (target.startsWith(".")) {
      const to = roomOf(relative(SRC, join(SRC, dirname(file), target)));
      const isAllowed = to === room || allowed.rooms.includes(to) || isOfThread(file, to);
      return isAllowed ? [] : [`${file} imports ${to}/`];
    }
    const isAllowed = allowed.packages.some(
      (name) => target === name || (name === "node:" && target.startsWith("node:")),
    );
    return isAllowed ? [] : [`${file} imports ${target}`];
  });
}

test("every import points the way the rooms allow", () => {
  const found = files.filter((file) => !KNOW_ALL.has(roomOf(file))).flatMap(offences);
  expect(found).toEqual([]);
});

test("every room of the table exists", () => {
  const rooms = new Set(files.map(roomOf));
  expect(Object.keys(ROOMS).filter((room) => !rooms.has(room))).toEqual([]);
});

/** The packages that are loaded with a file, but for those that it imports late or for types only. */
function packagesOf(first: string): string[] {
  const seen = new Set<string>();
  const open = [first];
  const packages = new Set<string>();
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const target of loadedBy(file)) {
      if (target.startsWith(".")) open.push(relative(SRC, join(SRC, dirname(file), target)));
      else packages.add(target);
    }
  }
  return [...packages].sort();
}

test("the page begins without what reads Markdown and colours code", () => {
  const first = packagesOf("inbox/main.tsx");
  expect(first).toContain("preact");
  expect(first).not.toContain("@lezer/markdown");
  expect(first).not.toContain("lowlight");
});

test("the client needs nothing that only Node has", () => {
  expect(packagesOf("client/index.ts")).toEqual([]);
  // Both are bundled into the package, and run wherever JavaScript does.
  expect(packagesOf("guard/index.ts")).toEqual(["canonicalize", "fast-sha256"]);
  expect(packagesOf("bridges/index.ts")).toEqual(["fast-sha256"]);
  expect(packagesOf("bridges/ai/index.ts")).toEqual(["fast-sha256"]);
  expect(packagesOf("bridges/claude-agent-sdk/index.ts")).toEqual(["fast-sha256"]);
  expect(packagesOf("bridges/langgraph/index.ts")).toEqual(["fast-sha256"]);
  expect(packagesOf("bridges/mastra/index.ts")).toEqual(["fast-sha256"]);
  expect(packagesOf("bridges/openai-agents/index.ts")).toEqual(["fast-sha256"]);
  expect(packagesOf("bridges/restate/index.ts")).toEqual(["fast-sha256"]);
});

test("the page checks no schema and needs no library for it", () => {
  expect(packagesOf("inbox/main.tsx")).not.toContain("zod");
});

test("no command waits for what only others need", () => {
  const packages = (file: string) => packagesOf(file).filter((name) => !name.startsWith("node:"));
  expect(packages("cli/main.ts")).toEqual(["commander"]);
  expect(packages("cli/commands/requests/list.ts")).toEqual(["commander", "messageformat"]);
  expect(packages("cli/terminal/run-context.ts")).toEqual([]);
});

test("a program that asks a person waits for no part of a server", () => {
  const packages = packagesOf("index.ts").filter((name) => !name.startsWith("node:"));
  expect(packages.sort()).toEqual(["@lezer/markdown", "canonicalize"]);
});

const PURE = ["domain", "ports", "core", "render", "contract"];

test("the pure rooms read no clock, no randomness and no environment", () => {
  const impure =
    /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bprocess\.\w|\bsetTimeout\(|\bsetImmediate\(/;
  const found = files
    .filter((file) => PURE.includes(roomOf(file)))
    .filter((file) => impure.test(readFileSync(join(SRC, file), "utf8")));
  expect(found).toEqual([]);
});

test("only compose/config.ts reads the environment", () => {
  // An example in a doc comment shows what a user's own program reads.
  const inExamples = /^ \* .*$/gm;
  const found = files
    .filter((file) => file !== "compose/config.ts")
    .filter((file) =>
      readFileSync(join(SRC, file), "utf8").replace(inExamples, "").includes("process.env"),
    );
  expect(found).toEqual([]);
});
