import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { NOTE } from "./page-parts.ts";

/* The page of what is public in the client for Python, read by Python itself: the module `ast` of its library. */

const SCRIPT = fileURLToPath(new URL("python-reference.py", import.meta.url));
const PACKAGE = fileURLToPath(new URL("../python/src/earshot_client", import.meta.url));
/** The longest signature that stands on one line. */
const WIDTH = 96;

interface Part {
  readonly name: string;
  readonly text: string;
  readonly doc: string | null;
}
interface PythonClass {
  readonly name: string;
  readonly bases: readonly string[];
  readonly doc: string | null;
  readonly fields: readonly Part[];
  readonly methods: readonly Part[];
}
interface Module {
  readonly doc: string | null;
  readonly classes: readonly PythonClass[];
  readonly functions: readonly Part[];
  readonly values: readonly Part[];
}

/** The page; undefined where there is no Python to read it with. */
export function pythonPage(): string | undefined {
  const { status, stdout } = spawnSync("python3", [SCRIPT, PACKAGE], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) {
    console.error("docs/reference/python.md is neither written nor compared: no Python reads it.");
    return undefined;
  }
  const modules = Object.entries(JSON.parse(stdout) as Readonly<Record<string, Module>>);
  const shown = modules.filter(
    ([, { classes, functions, values }]) => classes.length + functions.length + values.length > 0,
  );
  return `${NOTE}

# Python

Whatever is public in \`earshot_client\`, the distribution \`earshot-client\`. [The guide](../guides/python.md) shows how it is used; \`AsyncClient\` has the methods of \`Client\` as coroutines.

${shown.map(([name, module]) => moduleSection(name, module)).join("\n\n")}
`;
}

function moduleSection(name: string, { doc, values, functions, classes }: Module): string {
  return [
    `## ${name}`,
    ...(doc === null ? [] : [proseOf(doc)]),
    ...values.map(valueSection),
    ...functions.map((one) => functionSection(one, "###")),
    ...classes.map(classSection),
  ].join("\n\n");
}

const valueSection = ({ name, text, doc }: Part) =>
  [`### ${name}`, ...(doc === null ? [] : [proseOf(doc)]), fenced(text)].join("\n\n");

function functionSection({ name, text, doc }: Part, level: string): string {
  return [`${level} ${name}`, fenced(wrapped(text)), ...(doc === null ? [] : [proseOf(doc)])].join(
    "\n\n",
  );
}

function classSection({ name, bases, doc, fields, methods }: PythonClass): string {
  const head = bases.length === 0 ? `class ${name}:` : `class ${name}(${bases.join(", ")}):`;
  const own = methods.filter((method) => method.name === "__init__");
  const rest = methods.filter((method) => method.name !== "__init__");
  const body = [
    ...fields.flatMap((field) => [
      ...(field.doc === null ? [] : field.doc.split("\n").map((line) => `# ${line}`)),
      field.text,
    ]),
    ...own.flatMap((method) => wrapped(method.text).split("\n")),
  ];
  const text = [head, ...(body.length === 0 ? ["..."] : body).map((line) => `    ${line}`)];
  return [
    `### ${name}`,
    ...(doc === null ? [] : [proseOf(doc)]),
    fenced(text.join("\n")),
    ...own.flatMap((method) => (method.doc === null ? [] : [proseOf(method.doc)])),
    ...methodSections(name, rest),
  ].join("\n\n");
}

/** The coroutines say what their counterparts say: their signatures are enough. */
function methodSections(name: string, methods: readonly Part[]): readonly string[] {
  if (methods.length === 0) return [];
  return name === "AsyncClient"
    ? [fenced(methods.map(({ text }) => wrapped(text)).join("\n\n"))]
    : methods.map((method) => functionSection(method, "####"));
}

/** One parameter a line where all do not fit on one. */
function wrapped(signature: string): string {
  if (signature.length <= WIDTH) return signature;
  const open = signature.indexOf("(") + 1;
  const parts: string[] = [];
  let depth = 0;
  let from = open;
  for (let at = open; at < signature.length; at += 1) {
    const sign = signature.charAt(at);
    if (sign === ")" && depth === 0) {
      parts.push(signature.slice(from, at));
      return `${signature.slice(0, open)}\n${parts.map((part) => `    ${part.trim()},\n`).join("")}${signature.slice(at)}`;
    }
    if ("([{".includes(sign)) depth += 1;
    else if (")]}".includes(sign)) depth -= 1;
    else if (sign === "," && depth === 0) {
      parts.push(signature.slice(from, at));
      from = at + 1;
    }
  }
  return signature;
}

const fenced = (text: string) => `\`\`\`python shown\n${text}\n\`\`\``;

/** Docstrings of Python quote code with two signs, and Markdown with one; a blank line parts what is said of parameters. */
function proseOf(doc: string): string {
  const [first = "", ...rest] = doc.replaceAll("``", "`").split(/\n{2,}/);
  return [first, ...rest.map(parametersOf)].join("\n\n");
}

function parametersOf(paragraph: string): string {
  const lines = paragraph.split("\n");
  if (!lines.every((line) => /^(\w+: | {4})/.test(line))) return paragraph;
  return lines
    .map((line) => line.replace(/^(\w+): /, "- `$1`: ").replace(/^ {4}/, "  "))
    .join("\n");
}
