import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import http from "node:http";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type OutputChunk,
  type OutputOptions,
  type Plugin,
  type RolldownOutput,
  rolldown,
} from "rolldown";
import { joinChunks } from "./join-chunks.ts";
import { libraryEntries } from "./library-entries.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const TOOLS = join(ROOT, "src", "tools", "index.ts");
export const LICENCES = "THIRD-PARTY-LICENSES.txt";
const COMMAND = [
  "src/cli/main.ts",
  "src/cli/terminal/run-context.ts",
  "src/cli/terminal/resolve-reference.ts",
];
/** What is started most often, or has to start fast, with what it loads until it is at work. */
const STARTED_OFTEN = [
  ["src/cli/commands/server/start.ts", "src/compose/compose.ts"],
  ["src/cli/commands/setup/mcp.ts", "src/cli/setup/serve-client.ts"],
  ["src/cli/commands/setup/proxy.ts", "src/cli/proxy/serve-proxy.ts"],
  ["src/cli/commands/requests/ask.ts"],
  ["src/cli/commands/requests/list.ts"],
  [
    "src/cli/commands/log/audit.ts",
    "src/cli/commands/log/audit-proof.ts",
    "src/cli/log/verify-proof.ts",
  ],
].map((sources) => COMMAND.concat(sources));

/**
 * Bundles the command line and the entries of the library into a folder, with what they share once.
 * Resolves with a name for the folder, the same for the same content.
 */
export async function bundleProgram(folder: string): Promise<string> {
  const library = libraryEntries().map(({ name, source }) => [name, source]);
  const programs = { earshot: "src/cli/main.ts", ...Object.fromEntries(library) };
  const chunks = await bundle(folder, programs, STARTED_OFTEN);
  writeFileSync(join(folder, LICENCES), licencesOf(chunks));
  const hash = createHash("sha256");
  for (const { fileName, code } of chunks) hash.update(`${fileName}\n${code}\n`);
  return `program-${hash.digest("hex").slice(0, 12)}`;
}

/**
 * Bundles programs, by the names that their files get, with the workers that they start and all
 * packages but those that only some users install. What is loaded `together` stands in few files.
 */
export async function bundle(
  folder: string,
  programs: Readonly<Record<string, string>>,
  together: readonly (readonly string[])[] = [],
): Promise<readonly OutputChunk[]> {
  const { peerDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const optional = Object.keys(peerDependencies);
  // Whatever starts a worker finds it beside itself, by the name of its file.
  const workers = globSync("src/**/*-worker.ts", { cwd: ROOT });
  const build = await rolldown({
    cwd: ROOT,
    platform: "node",
    // It is generated twice; the second time from the modules that were read for the first.
    experimental: { incrementalBuild: true },
    // What a package loads by a `require` that it was given cannot be followed.
    resolve: { mainFields: ["module", "main"] },
    input: {
      ...programs,
      ...Object.fromEntries(workers.map((file) => [basename(file, ".ts"), file])),
    },
    // The one that groups which leave out what they need ask for; with it no entry has had more exports.
    preserveEntrySignatures: "allow-extension",
    external: optional.flatMap((name) => [name, new RegExp(`^${name}/`)]),
    plugins: [ownZod, httpAlone, reflectFirst],
    // package.json says of all modules that they do nothing by themselves; this one ends an old Node.
    treeshake: { moduleSideEffects: [{ test: /\/needs-node\.ts$/, sideEffects: true }] },
  });
  const options: OutputOptions = {
    dir: folder,
    format: "esm",
    comments: { legal: true, annotation: true, jsdoc: false },
  };
  const names = joinChunks(chunksIn(await build.generate(options)), together);
  const name = (id: string) => names.get(id);
  const groups = [{ name, debugName: "joined", includeDependenciesRecursively: false }];
  const chunks = chunksIn(
    await build.write({
      ...options,
      codeSplitting: { groups },
      plugins: [{ name: "latin-1", renderChunk: inLatin1 }],
    }),
  );
  await build.close();
  for (const { fileName, code } of chunks) {
    const [left] = /\brequire\(["']\.[^)]*\)/.exec(code) ?? [];
    if (left !== undefined)
      throw new Error(`${fileName} loads a file that is not with it: ${left}.`);
  }
  return chunks;
}

function chunksIn({ output }: RolldownOutput): readonly OutputChunk[] {
  return output.filter((one) => one.type === "chunk");
}

/** Its users make schemas with the `z` that it hands on: that is the package's own, whose types they get. */
const ownZod: Plugin = {
  name: "own-zod",
  resolveId: {
    filter: { id: /^zod$/ },
    handler: (id, importer) => (importer === TOOLS ? { id, external: true } : undefined),
  },
};

/**
 * To import `node:http` reads all of its exports, and so loads what `fetch` is made of for three that nobody
 * here uses: that takes as long as all else that a command loads.
 */
const httpAlone: Plugin = {
  name: "http-alone",
  resolveId: {
    filter: { id: /^(?:node:)?http$/ },
    handler: (_id, _importer, { kind }) => (kind === "import-statement" ? HTTP : undefined),
  },
  load: {
    filter: { id: /^\0http-alone$/ },
    handler() {
      const names = Object.entries(Object.getOwnPropertyDescriptors(http))
        .filter(([, { get }]) => get === undefined)
        .map(([name]) => name);
      return `const http = process.getBuiltinModule("node:http");
export default http;
export const { ${names.join(", ")} } = http;`;
    },
  },
};
const HTTP = "\0http-alone";

/**
 * What passkeys are checked with imports this first and ends where it has not run. As CommonJS it would run after all
 * modules that stand in the same file.
 */
const reflectFirst: Plugin = {
  name: "reflect-first",
  transform: {
    filter: { id: /[\\/]reflect-metadata[\\/]Reflect\.js$/ },
    handler: (code) => `${code}\nexport {};`,
  },
};

/** V8 keeps the whole source with two bytes a character if one of them is beyond Latin-1. */
const BEYOND_LATIN_1 = /[\u0100-\uffff]/;

/** The same program: in names, strings, patterns and templates an escape is its character. */
function inLatin1(code: string): string {
  const [raw] = /\bString\.raw`[^`]*[\u0100-\uffff]/.exec(code) ?? [];
  if (raw !== undefined) throw new Error(`It would be another text with an escape: ${raw}.`);
  return code.replaceAll(/\\[\s\S]|[\u0100-\uffff]/g, (text) => {
    const character = text.at(-1) ?? "";
    if (!BEYOND_LATIN_1.test(character)) return text;
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** The licences of the packages whose code is in the chunks, as these ask. */
export function licencesOf(chunks: readonly OutputChunk[]): string {
  const folders = new Set<string>();
  for (const id of chunks.flatMap(({ moduleIds }) => moduleIds)) {
    const found = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0];
    if (found !== undefined) folders.add(found);
  }
  return [...folders].toSorted().map(licenceOf).join("\n");
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const texts = globSync("{LICEN[CS]E,NOTICE}*", { cwd: folder }).map((file) =>
    readFileSync(join(folder, file), "utf8").trim(),
  );
  return [`${name} ${version} (${license})`, "", ...texts, ""].join("\n");
}
