import { createHash } from "node:crypto";
import { type ESTree, parseSync, Visitor } from "rolldown/utils";
import { createEdits, type Edits } from "./edits.ts";
import { MARK, type Mark } from "./mark-messages.ts";
import { type Given, messageCode, quoted, type ReadMessage } from "./message-code.ts";

/** A script, to be said in any language. */
export type Speaker = (language: string) => string;

/** Reads the marks of a script once for all languages. */
export function speakerOf(code: string, marks: ReadonlyMap<string, Mark>): Speaker {
  if (!code.includes(MARK)) return () => code;
  const calls: ESTree.CallExpression[] = [];
  const languages: ESTree.Node[] = [];
  new Visitor({
    "CallExpression:exit"(call) {
      if (markOf(call, marks) !== undefined) calls.push(call);
    },
    Identifier(node) {
      if (node.name === `${MARK}language`) languages.push(node);
    },
  }).visit(parseSync("page.js", code).program);
  return (language) => {
    const edits = createEdits(code);
    for (const { start, end } of languages) edits.replace(start, end, quoted(language));
    for (const call of calls) {
      const mark = markOf(call, marks);
      if (mark === undefined) continue;
      edits.replace(call.start, call.end, saidCode(mark, language, argsOf(call, edits)));
    }
    const spoken = edits.taken(0, code.length);
    if (spoken.includes(MARK)) throw new Error(`A message was left unsaid: ${leftIn(spoken)}`);
    return spoken;
  };
}

function markOf(
  { callee }: ESTree.CallExpression,
  marks: ReadonlyMap<string, Mark>,
): Mark | undefined {
  return callee.type === "Identifier" ? marks.get(callee.name) : undefined;
}

function argsOf({ arguments: args }: ESTree.CallExpression, edits: Edits): Args {
  return {
    sources: args.map(({ type, start, end }) => {
      const source = edits.taken(start, end);
      return type === "SequenceExpression" ? `(${source})` : source;
    }),
    simple: args.map(({ type }) => type === "Identifier" || type === "Literal"),
  };
}

function leftIn(code: string): string {
  return code.slice(code.indexOf(MARK)).slice(0, 120);
}

interface Args {
  readonly sources: readonly string[];
  /** Whether it can stand twice in a text without being worked out twice. */
  readonly simple: readonly boolean[];
}

function saidCode(mark: Mark, language: string, args: Args): string {
  const said = mark.said.get(language);
  if (said === undefined) throw new Error(`The page is not spoken in ${language}.`);
  const isChoice = said instanceof Map;
  const help = mark.help.map((name) => `$${name}`);
  const names = [...help, ...(isChoice ? [CHOSEN] : []), ...mark.places];
  const isOnce = (name: string, at: number) =>
    args.simple[at] === true || (!isChoice && uses(said as ReadMessage, name) === 1);
  const repeated = names.flatMap((name, at) => (isOnce(name, at) ? [] : [at]));
  const values = Object.fromEntries(
    names.map((name, at) => [name, repeated.includes(at) ? `p${at}` : (args.sources[at] ?? "")]),
  );
  const given = { values, form: values["$form"] ?? "", shown: values["$shown"] ?? "" };
  const code = isChoice
    ? choiceCode(said as ReadonlyMap<string, ReadMessage>, mark, given)
    : messageCode(said as ReadMessage, given, mark.hasElements);
  if (repeated.length === 0) return code;
  const sources = repeated.map((at) => args.sources[at]);
  return `((${repeated.map((at) => `p${at}`).join(",")})=>${code})(${sources.join(",")})`;
}

const CHOSEN = "$chosen";

function uses(message: ReadMessage, name: string): number {
  const pieces = message.variants.flatMap((variant) => variant.pieces);
  const used = pieces.concat(message.selectors, message.selectors);
  return used.filter((piece) => typeof piece !== "string" && piece.place === name).length;
}

function choiceCode(
  said: ReadonlyMap<string, ReadMessage>,
  { places, hasElements }: Mark,
  given: Given,
): string {
  const isPlain = places.length === 0;
  const entries = [...said].map(([name, message]) => {
    const code = messageCode(message, given, hasElements);
    return `${quoted(name)}:${isPlain ? code : `()=>${code}`}`;
  });
  return `({${entries.join(",")}})[${given.values[CHOSEN]}]${isPlain ? "" : "()"}`;
}

/** Where the scripts of a language are: by all that it says, since their own names say nothing of it. */
export function languageFolder(language: string, marks: ReadonlyMap<string, Mark>): string {
  const texts = [...marks]
    .map(([name, mark]) => [name, [mark.said.get(language)].map(plain)] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const hash = createHash("sha256").update(JSON.stringify(texts)).digest("hex").slice(0, 8);
  return `${language}-${hash}`;
}

function plain(said: ReadMessage | ReadonlyMap<string, ReadMessage> | undefined): unknown {
  return said instanceof Map ? [...said] : said;
}
