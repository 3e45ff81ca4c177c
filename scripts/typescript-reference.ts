import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Node, type SourceFile, SyntaxKind } from "typescript/unstable/ast";
import {
  API,
  type Checker,
  type Symbol as Exported,
  type Project,
  SymbolFlags,
} from "typescript/unstable/sync";
import { CLIENT_ENTRIES } from "./client-package.ts";
import { type LibraryEntry, libraryEntries } from "./library-entries.ts";
import { NOTE } from "./page-parts.ts";

/* The page of what is public in TypeScript, as the compiler reads it. */

const ROOT = fileURLToPath(new URL("..", import.meta.url));

interface Read {
  readonly project: Project;
  readonly checker: Checker;
}

/** What runs in browsers is a project of its own. */
const PROJECTS = ["tsconfig.json", "src/inbox/tsconfig.json"];

interface Described {
  readonly name: string;
  readonly text: string;
}

/** What is exported by several entries stands with the first of them. */
export function typescriptPage(): string {
  const api = new API({ cwd: ROOT });
  try {
    const reads = PROJECTS.map((file): Read => {
      const [project] = api.updateSnapshot({ openProject: join(ROOT, file) }).getProjects();
      if (project === undefined) throw new Error(`The compiler has not opened ${file}.`);
      return { project, checker: project.checker };
    });
    const homes = new Map<string, string>();
    const [root, ...rest] = libraryEntries();
    // The root exports the client again, which is all that most programs need.
    const entries = [...rest, ...(root === undefined ? [] : [root])];
    const readOf = ({ source }: LibraryEntry) =>
      reads.find(({ project }) => project.program.getSourceFile(join(ROOT, source)) !== undefined);
    const sections = entries.map((entry) => {
      const read = readOf(entry);
      if (read === undefined) throw new Error(`${entry.source} is no module of a project.`);
      return entrySection(entry, read, homes);
    });
    return `${NOTE}

# TypeScript

Whatever is exported, as the compiler reads it: types without their bodies' code, with what is said of them.

${sections.join("\n\n")}
`;
  } finally {
    api.close();
  }
}

function entrySection(entry: LibraryEntry, read: Read, homes: Map<string, string>): string {
  const name = join("earshot", entry.path);
  const inClient = CLIENT_ENTRIES[entry.name];
  const also = inClient === undefined ? "" : `, also \`${join("earshot-client", inClient)}\``;
  const own: Described[] = [];
  const again: string[] = [];
  for (const exported of exportsOf(entry, read)) {
    const home = homes.get(exported.name);
    if (home === undefined) {
      homes.set(exported.name, name);
      own.push({ name: exported.name, text: sectionOf(exported, read) });
    } else again.push(exported.name);
  }
  const fromElsewhere =
    again.length === 0
      ? []
      : [`As above: ${again.map((one) => `[\`${one}\`](#${one.toLowerCase()})`).join(", ")}.`];
  return [
    `## ${name}`,
    `\`import … from "${name}"\`${also}`,
    ...fromElsewhere,
    ...own.map(({ text }) => text),
  ].join("\n\n");
}

function exportsOf({ source }: LibraryEntry, { project, checker }: Read): readonly Exported[] {
  const file = project.program.getSourceFile(join(ROOT, source));
  const module = file && checker.getSymbolAtLocation(file);
  if (module === undefined) throw new Error(`${source} is no module of the project.`);
  return checker
    .getExportsOfModule(module)
    .toSorted((a, b) => Number(isWord(a, checker)) - Number(isWord(b, checker)) || compare(a, b));
}

const compare = (a: Exported, b: Exported) => (a.name < b.name ? -1 : 1);

/** Of types alone: nothing of it is there when a program runs. */
const isWord = (symbol: Exported, checker: Checker) =>
  (targetOf(symbol, checker).flags & SymbolFlags.Value) === 0;

function targetOf(symbol: Exported, checker: Checker): Exported {
  return (symbol.flags & SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
}

function sectionOf(exported: Exported, read: Read): string {
  const target = targetOf(exported, read.checker);
  const about = target.getDocumentationComment(read.checker).trim();
  const examples = target
    .getJsDocTags(read.checker)
    .filter(({ name }) => name === "example")
    .map(({ text }) => exampleOf(String(text)));
  const declared = target.declarations
    .map((handle) => handle.resolve(read.project))
    .filter((node) => node !== undefined)
    .map((node) => declarationOf(node, target, read));
  return [
    `### ${exported.name}`,
    ...(about === "" ? [] : [about]),
    `\`\`\`ts shown\n${[...new Set(declared)].join("\n")}\n\`\`\``,
    ...examples,
  ].join("\n\n");
}

const exampleOf = (text: string) => text.trim().replace(/^```ts$/m, "```ts shown");

function declarationOf(node: Node, symbol: Exported, { checker }: Read): string {
  const file = fileOf(node);
  switch (node.kind) {
    case SyntaxKind.FunctionDeclaration:
      return bare(withoutBody(node, file));
    case SyntaxKind.ClassDeclaration:
      return classOf(node, file);
    case SyntaxKind.VariableDeclaration: {
      const type = checker.getTypeOfSymbol(symbol);
      return `const ${symbol.name}: ${type === undefined ? "unknown" : checker.typeToString(type)};`;
    }
    default:
      return bare(textOf(node, file));
  }
}

const fileOf = (node: Node): SourceFile => node.getSourceFile();
const textOf = (node: Node, { text }: SourceFile) => text.slice(node.getStart(), node.end);
const bare = (text: string) => text.replace(/^export (?:default )?/, "");

/** What a function or a method says of itself before it begins. */
function withoutBody(node: Node, file: SourceFile): string {
  const { body } = node as { readonly body?: Node };
  const end = body === undefined ? node.end : body.pos;
  return `${file.text.slice(node.getStart(), end).trimEnd().replace(/;$/, "")};`;
}

function classOf(node: Node, file: SourceFile): string {
  const { members = [] } = node as { readonly members?: readonly Node[] };
  const head = file.text.slice(node.getStart(), file.text.indexOf("{", node.getStart()) + 1);
  const shown = members.filter((member) => !isPrivate(member)).map((one) => withoutBody(one, file));
  return [bare(head), ...shown.map((line) => `  ${line}`), "}"].join("\n");
}

const isPrivate = (node: Node) =>
  ((node as { readonly modifiers?: readonly Node[] }).modifiers ?? []).some(
    ({ kind }) => kind === SyntaxKind.PrivateKeyword,
  );
