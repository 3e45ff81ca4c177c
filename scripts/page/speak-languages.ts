import { createHash } from "node:crypto";
import { parseSync, Visitor } from "rolldown/utils";
import { createEdits } from "./edits.ts";
import { MARK, type Mark } from "./mark-messages.ts";
import { type Given, messageCode, quoted, type ReadMessage } from "./message-code.ts";

/** What a script says in one language, in place of its marks. */
export function speakScript(
  code: string,
  { language, marks }: { readonly language: string; readonly marks: ReadonlyMap<string, Mark> },
): string {
  if (!code.includes(MARK)) return code;
  const edits = createEdits(code);
  const { program } = parseSync("page.js", code);
  new Visitor({
    "CallExpression:exit"({ callee, arguments: args, start, end }) {
      if (callee.type !== "Identifier") return;
      const mark = marks.get(callee.name);
      if (mark === undefined) return;
      const sources = args.map(({ type, start, end }) => {
        const source = edits.taken(start, end);
        return type === "SequenceExpression" ? `(${source})` : source;
      });
      const simple = args.map(({ type }) => type === "Identifier" || type === "Literal");
      edits.replace(start, end, saidCode(mark, language, { sources, simple }));
    },
    Identifier({ name, start, end }) {
      if (name === `${MARK}language`) edits.replace(start, end, quoted(language));
    },
  }).visit(program);
  const spoken = edits.taken(0, code.length);
  if (spoken.includes(MARK)) throw new Error(`A message was left unsaid: ${leftIn(spoken)}`);
  return spoken;
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
