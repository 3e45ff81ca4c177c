import { dirname, join, relative } from "node:path";
import { type ESTree, parseSync, Visitor } from "rolldown/utils";
import { createEdits, type Edits } from "./edits.ts";
import { helpFor, type ReadMessage, readMessage } from "./message-code.ts";
import { folderAbove, readFolder } from "./message-folder.ts";

/*
 * In the page's sources each call that says a message becomes the call of a mark, which no minifier can
 * take apart: a free name for the message, with its values in the order of their places. What the page
 * was bundled to is then the same for all languages, and each puts its texts in (speak-languages.ts).
 */

export const MARK = "say$";
/** What a mark calls, by a name that no source has. */
const HELP = "help$";
const LANGUAGE_FILE = "inbox/browser/language.ts";
const MODULE = /[\\/]messages[\\/]messages\.ts$/;

/** A message, or all whose names begin alike, of which a value at runtime names one. */
export interface Mark {
  readonly hasElements: boolean;
  /** Called beside the values, in the order of the arguments. */
  readonly help: readonly ("form" | "shown")[];
  readonly places: readonly string[];
  /** By language; of a choice, by what follows the prefix. */
  readonly said: ReadonlyMap<string, ReadMessage | ReadonlyMap<string, ReadMessage>>;
}

export interface Marking {
  readonly src: string;
  readonly languages: readonly string[];
  /** Filled as sources are marked. */
  readonly marks: Map<string, Mark>;
}

/** What the page imports of a folder of messages, instead of the files and their library. */
function withoutFiles(src: string): string {
  return [
    `import { list, pageLanguage as language } from ${JSON.stringify(join(src, LANGUAGE_FILE))};`,
    "export const wordsIn = () => ({ language, list });",
  ].join("\n");
}

/** A source with its marks; undefined if it says nothing. */
export function markMessages(code: string, file: string, marking: Marking): string | undefined {
  if (MODULE.test(file)) return withoutFiles(marking.src);
  const isOfRender = relative(marking.src, file).startsWith("render");
  if (!(code.includes('/messages.ts"') || (isOfRender && code.includes("words.say(")))) return;
  const { program, errors } = parseSync(file, code);
  // The bundler reads it too, and tells of it.
  if (errors.length > 0) return undefined;
  return markProgram(program, code, { file, isOfRender, marking });
}

interface Source {
  readonly file: string;
  readonly isOfRender: boolean;
  readonly marking: Marking;
}

function markProgram(program: ESTree.Program, code: string, source: Source): string | undefined {
  const edits = createEdits(code);
  const sayers = sayersOf(program, source.file);
  const marker = createMarker(code, edits, source);
  new Visitor({
    ImportDeclaration(node) {
      if (node.importKind === "type" || !isOfSayers(node, source.file)) return;
      const kept = node.specifiers.filter(({ local }) => !sayers.has(local.name));
      const names = kept.map(({ start, end }) => code.slice(start, end)).join(", ");
      const text = kept.length === 0 ? "" : `import { ${names} } from ${node.source.raw};`;
      edits.replace(node.start, node.end, text);
    },
    "CallExpression:exit"(node) {
      const said = saidIn(node, sayers, source);
      if (said !== undefined) marker.mark(node, said);
    },
  }).visit(program);
  const names = [...marker.helps].map((name) => `${name} as ${HELP}${name}`);
  const language = JSON.stringify(join(source.marking.src, LANGUAGE_FILE));
  const imported = names.length === 0 ? "" : `import { ${names.join(", ")} } from ${language};\n`;
  return imported + edits.taken(0, code.length);
}

interface Sayer {
  readonly folder: string;
  readonly hasElements: boolean;
}

/** What the messages of folders are said with in this file, by its name here. */
function sayersOf(program: ESTree.Program, file: string): ReadonlyMap<string, Sayer> {
  const imports = program.body
    .filter((node) => node.type === "ImportDeclaration")
    .filter((node) => isOfSayers(node, file));
  return new Map(
    imports.flatMap(({ source, specifiers }) => {
      const folder = dirname(join(dirname(file), source.value));
      return specifiers.flatMap((specifier) => {
        const name = importedName(specifier);
        const isSayer = name === "say" || name === "sayWith";
        const sayer: Sayer = { folder, hasElements: name === "sayWith" };
        return isSayer ? [[specifier.local.name, sayer] as const] : [];
      });
    }),
  );
}

function importedName(specifier: ESTree.ImportDeclarationSpecifier): string | undefined {
  if (specifier.type !== "ImportSpecifier") return undefined;
  return specifier.imported.type === "Identifier" ? specifier.imported.name : undefined;
}

function isOfSayers({ source }: ESTree.ImportDeclaration, file: string): boolean {
  return MODULE.test(join(dirname(file), source.value));
}

/** What a call says its messages with, if it says any. */
function saidIn(
  { callee }: ESTree.CallExpression,
  sayers: ReadonlyMap<string, Sayer>,
  { file, isOfRender }: Source,
): Sayer | undefined {
  if (callee.type === "Identifier") return sayers.get(callee.name);
  if (!isOfRender || callee.type !== "MemberExpression" || callee.computed) return undefined;
  const { object, property } = callee;
  const last = object.type === "MemberExpression" ? object.property : object;
  const isWords = last.type === "Identifier" && last.name === "words";
  if (!isWords || property.type !== "Identifier" || property.name !== "say") return undefined;
  return { folder: folderAbove(file), hasElements: false };
}

interface Marker {
  /** What the marks of this file call. */
  readonly helps: ReadonlySet<string>;
  mark(call: ESTree.CallExpression, said: Sayer): void;
}

function createMarker(code: string, edits: Edits, { file, marking }: Source): Marker {
  const helps = new Set<string>();

  function refuse({ start, end }: { readonly start: number; readonly end: number }, why: string) {
    const line = code.slice(0, start).split("\n").length;
    return new Error(`${file}:${line}: ${code.slice(start, end)}\n${why}`);
  }

  function nameCode(name: ESTree.Expression, call: ESTree.CallExpression, said: Sayer): string {
    if (name.type === "ConditionalExpression") {
      const test = edits.taken(name.test.start, name.test.end);
      const [one, other] = [name.consequent, name.alternate].map((part) =>
        nameCode(part, call, said),
      );
      return `(${test} ? ${one} : ${other})`;
    }
    if (name.type === "Literal" && typeof name.value === "string") {
      return markCode({ ...said, name: name.value }, call);
    }
    const choice = choiceOf(name);
    if (choice !== undefined) return markCode({ ...said, ...choice }, call);
    throw refuse(name, "A name is a constant, a choice of two, or a prefix and a value.");
  }

  function choiceOf(name: ESTree.Expression): Named | undefined {
    if (name.type !== "TemplateLiteral") return undefined;
    const [prefix = "", rest, ...others] = name.quasis.map(({ value }) => value.cooked ?? "");
    const [chosen] = name.expressions;
    if (chosen === undefined || prefix === "" || rest !== "" || others.length > 0) return undefined;
    return { name: prefix, chosen: edits.taken(chosen.start, chosen.end) };
  }

  function markCode(said: Sayer & Named, call: ESTree.CallExpression): string {
    const name = nameOfMark(said, marking.src);
    const known = marking.marks.get(name);
    let mark = known;
    try {
      mark ??= readMark(said, marking.languages);
    } catch (error) {
      throw refuse(call, (error as Error).message);
    }
    marking.marks.set(name, mark);
    for (const help of mark.help) helps.add(help);
    const values = valuesOf(call, mark.places);
    const called = mark.help.map((help) => `${HELP}${help}`);
    const args = [...called, ...(said.chosen === undefined ? [] : [said.chosen]), ...values];
    return `/* @__PURE__ */ ${name}(${args.join(", ")})`;
  }

  function placed(property: ESTree.ObjectPropertyKind): readonly [string, string] {
    if (property.type !== "Property" || property.key.type !== "Identifier") {
      throw refuse(property, "A value of a message has a plain name.");
    }
    const { start, end } = property.value;
    return [property.key.name, edits.taken(start, end)];
  }

  function valuesOf(call: ESTree.CallExpression, places: readonly string[]): readonly string[] {
    const [, given] = call.arguments;
    if (given !== undefined && given.type !== "ObjectExpression") {
      throw refuse(call, "The values of a message stand where it is said, as { name: value }.");
    }
    const values = new Map((given?.properties ?? []).map(placed));
    const isWhole = values.size === places.length && places.every((place) => values.has(place));
    if (!isWhole)
      throw refuse(call, `The places of the message are: ${places.join(", ") || "none"}.`);
    return places.map((place) => `(${values.get(place)})`);
  }

  return {
    helps,
    mark(call, said) {
      const [name] = call.arguments;
      if (name === undefined || name.type === "SpreadElement")
        throw refuse(call, "It has no name.");
      const text = nameCode(name, call, said);
      edits.replace(call.start, call.end, text);
    },
  };
}

interface Named {
  readonly name: string;
  /** Script for what follows the name, which is a prefix then. */
  readonly chosen?: string;
}

function nameOfMark({ folder, hasElements, name, chosen }: Sayer & Named, src: string): string {
  const kind = `${hasElements ? "with" : "text"}${chosen === undefined ? "" : "s"}`;
  const place = relative(src, dirname(folder));
  const plain = `${place}$${name}`.replace(/[^\w$]/g, (char) => `$${char.charCodeAt(0)}$`);
  return `${MARK}${kind}$${plain}`;
}

function readMark(
  { folder, hasElements, name, chosen }: Sayer & Named,
  languages: readonly string[],
): Mark {
  const files = readFolder(folder, languages);
  const said = new Map<string, ReadMessage | ReadonlyMap<string, ReadMessage>>();
  const all: ReadMessage[] = [];
  for (const [language, texts] of files) {
    const found = Object.entries(texts)
      .filter(([other]) => (chosen === undefined ? other === name : other.startsWith(name)))
      .map(([other, text]) => [other.slice(name.length), readMessage(text)] as const);
    const [first] = found;
    if (first === undefined) throw new Error(`There is no ${name} in ${folder}/${language}.json.`);
    all.push(...found.map(([, message]) => message));
    said.set(language, chosen === undefined ? first[1] : new Map(found));
  }
  const { form, shown } = helpFor(all);
  const places = [...new Set(all.flatMap((message) => message.places))].toSorted();
  const help = [...(form ? (["form"] as const) : []), ...(shown ? (["shown"] as const) : [])];
  return { hasElements, help, places, said };
}
