import { isCatchallKey, isExpression, type Model, parseMessage, validate } from "messageformat";

/** What stands between the tags of a message: text, or the place of a value. */
type Piece = string | { readonly place: string; readonly isNumber: boolean };

interface Variant {
  /** One for each selector; undefined takes all. */
  readonly keys: readonly (string | undefined)[];
  readonly pieces: readonly Piece[];
}

/** A message as far as the page can say it without the library. */
export interface ReadMessage {
  /** In the order of the alphabet. */
  readonly places: readonly string[];
  readonly selectors: readonly { readonly place: string; readonly isNumber: boolean }[];
  readonly variants: readonly Variant[];
}

const NUMBERS: readonly unknown[] = ["integer", "number"];
const FUNCTIONS: readonly unknown[] = [...NUMBERS, "string", undefined];

/** Throws for what is no message, or one of a kind that is not inlined. */
export function readMessage(text: string): ReadMessage {
  const message = parseMessage(text);
  validate(message, (kind) => {
    throw new Error(`The message is not valid (${kind}): ${text}`);
  });
  const declared = declaredIn(message);
  const pieceOf = (expression: Model.Expression): Exclude<Piece, string> => {
    const { arg, functionRef } = expression;
    const isKnown = FUNCTIONS.includes(functionRef?.name) && functionRef?.options === undefined;
    if (arg?.type !== "variable" || !isKnown) throw new Error(`Not inlined: ${text}`);
    const name = functionRef?.name ?? declared.get(arg.name);
    return { place: arg.name, isNumber: NUMBERS.includes(name) };
  };
  const piecesOf = (pattern: readonly unknown[]) =>
    pattern.map((piece): Piece => {
      if (typeof piece === "string") return piece;
      if (!isExpression(piece)) throw new Error(`Not inlined: ${text}`);
      return pieceOf(piece);
    });
  const selectors = message.type === "select" ? message.selectors : [];
  const variants =
    message.type === "select"
      ? message.variants.map(({ keys, value }) => ({
          keys: keys.map((key) => (isCatchallKey(key) ? undefined : key.value)),
          pieces: piecesOf(value),
        }))
      : [{ keys: [], pieces: piecesOf(message.pattern) }];
  const pieces = variants.flatMap((variant) => variant.pieces);
  const shown = pieces.flatMap((piece) => (typeof piece === "string" ? [] : [piece.place]));
  const places = new Set([...shown, ...selectors.map(({ name }) => name)]);
  return {
    places: [...places].toSorted(),
    selectors: selectors.map(({ name }) => ({
      place: name,
      isNumber: NUMBERS.includes(declared.get(name)),
    })),
    variants: variants.toSorted(byPrecision),
  };
}

/** Names of functions by what `.input` declares. */
function declaredIn({ declarations }: Model.Message): ReadonlyMap<string, string> {
  return new Map(
    declarations.map(({ type, name, value }) => {
      if (type !== "input") throw new Error(`Only .input is inlined, and not ${name}.`);
      return [name, value.functionRef?.name ?? ""];
    }),
  );
}

/** A number before the forms of words, and both before what takes all; the first key counts most. */
function byPrecision(one: Variant, other: Variant): number {
  const differing = one.keys.findIndex((key, at) => rank(key) !== rank(other.keys[at]));
  return differing === -1 ? 0 : rank(one.keys[differing]) - rank(other.keys[differing]);
}

function rank(key: string | undefined): number {
  return key === undefined ? 2 : isCount(key) ? 0 : 1;
}

function isCount(key: string): boolean {
  return /^\d+$/.test(key);
}

/** What is called beside the values, if any language needs it. */
export interface Help {
  readonly form: boolean;
  readonly shown: boolean;
}

export function helpFor(messages: readonly ReadMessage[]): Help {
  const keys = messages.flatMap(({ selectors, variants }) =>
    variants.flatMap((variant) => variant.keys.filter((_, at) => selectors[at]?.isNumber)),
  );
  const pieces = messages.flatMap(({ variants }) => variants.flatMap((variant) => variant.pieces));
  return {
    form: keys.some((key) => key !== undefined && !isCount(key)),
    shown: pieces.some((piece) => typeof piece !== "string" && piece.isNumber),
  };
}

/** Script for what stands in each place and for the help, to be used once or as often as wanted. */
export interface Given {
  readonly values: Readonly<Record<string, string>>;
  readonly form: string;
  readonly shown: string;
}

/** The message as script: a text, or an array if elements stand in it. */
export function messageCode(message: ReadMessage, given: Given, hasElements: boolean): string {
  const code = hasElements ? arrayCode : textCode;
  const said = message.variants.map(({ keys, pieces }) => ({
    test: keys
      .flatMap((key, at) => (key === undefined ? [] : [testCode(message, at, { key, given })]))
      .join("&&"),
    code: code(pieces, given),
  }));
  const last = said.findIndex(({ test }) => test === "");
  const rest = said[last];
  if (rest === undefined) throw new Error("A message has no variant for all else.");
  const tests = said.slice(0, last).filter((one) => one.code !== rest.code);
  if (tests.length === 0) return rest.code;
  return `(${tests.map((one) => `${one.test}?${one.code}:`).join("")}${rest.code})`;
}

function testCode(
  { selectors }: ReadMessage,
  at: number,
  { key, given }: { readonly key: string; readonly given: Given },
): string {
  const { place = "", isNumber } = selectors[at] ?? {};
  const value = given.values[place] ?? "";
  if (isNumber !== true) return `${value}==${quoted(key)}`;
  return isCount(key) ? `${value}==${key}` : `${given.form}(${value})==${quoted(key)}`;
}

function valueCode({ place, isNumber }: Exclude<Piece, string>, given: Given): string {
  const value = given.values[place] ?? "";
  return isNumber ? `${given.shown}(${value})` : value;
}

function textCode(pieces: readonly Piece[], given: Given): string {
  if (pieces.every((piece) => typeof piece === "string")) return quoted(pieces.join(""));
  const parts = pieces.map((piece) =>
    typeof piece === "string"
      ? piece.replace(/[\\`]|\$(?=\{)/g, String.raw`\$&`)
      : `\${${valueCode(piece, given)}}`,
  );
  return `\`${parts.join("")}\``;
}

function arrayCode(pieces: readonly Piece[], given: Given): string {
  const parts = pieces.map((piece) =>
    typeof piece === "string" ? quoted(piece) : valueCode(piece, given),
  );
  return `[${parts.join(",")}]`;
}

export function quoted(text: string): string {
  return JSON.stringify(text);
}
