import { EarshotError } from "../../domain/errors.ts";
import type { Json } from "../../domain/json.ts";
import { pointerPart, valueAt } from "../../domain/json-pointer.ts";
import type { AuthorizeInput } from "../../ports/earshot/authority.ts";
import type { EvidenceInput } from "../../ports/earshot/evidence.ts";

/** A shorter value occurs everywhere by chance, so finding it reveals nothing. */
const MIN_CHARS = 4;
/** A shorter value counts only as a word of its own. */
const SURE_CHARS = 8;

/**
 * Refuses a call that hides a value in one place and shows it in another: people, channels and the
 * disk would get it in the clear. The error never quotes the value.
 */
export function refuseLeaks(input: Omit<AuthorizeInput, "holdMs">): void {
  const { secrets = [], args } = input;
  for (const pointer of secrets) {
    const texts = textsOf(valueAt(args, pointer) ?? null).filter(
      (text) => text.length >= MIN_CHARS,
    );
    for (const text of new Set(texts)) {
      const place = placeOf(text, input);
      if (place !== undefined) throw leak(pointer, place);
    }
  }
}

function placeOf(text: string, input: Omit<AuthorizeInput, "holdMs">): string | undefined {
  const forms = new Set([text, encodeURIComponent(text.toWellFormed()), base64Of(text)]);
  const isShown = (shown: string) => [...forms].some((form) => holds(shown, form));
  const { args, secrets = [], resources = [], evidence = [], ...rest } = input;
  const words = {
    reason: rest.reason,
    onBehalfOf: rest.onBehalfOf,
    session: rest.session,
    joinKey: rest.joinKey,
  };
  for (const [name, shown] of Object.entries(words)) {
    if (shown !== undefined && isShown(shown)) return name;
  }
  if (resources.some(({ uri }) => isShown(uri))) return "the uri of a resource";
  if (evidence.flatMap(textsOfEvidence).some(isShown)) return "the evidence";
  return shownIn({ value: args, pointer: "" }, { isShown, isSecret: (at) => secrets.includes(at) });
}

/** Bytes are searched as Latin letters: a secret in a binary file stands there as it is. */
function textsOfEvidence({ name, ...given }: EvidenceInput): readonly string[] {
  if (given.kind === "payment") return [name];
  const contents = given.kind === "file" ? [given.before, given.after] : [given.content];
  const texts = contents.flatMap((content) => {
    if (content === null || typeof content === "string") return [];
    return ["text" in content ? content.text : latinOf(content.base64)];
  });
  const params = given.kind === "sql" ? textsOf(given.params ?? null) : [];
  return [name, ...params, ...texts];
}

function latinOf(base64: string): string {
  try {
    return atob(base64);
  } catch {
    return "";
  }
}

interface Looking {
  readonly isShown: (shown: string) => boolean;
  readonly isSecret: (pointer: string) => boolean;
}

/** Where an argument shows it; keys are shown too. */
function shownIn(
  { value, pointer }: { readonly value: Json; readonly pointer: string },
  looking: Looking,
): string | undefined {
  if (looking.isSecret(pointer)) return undefined;
  if (typeof value !== "object" || value === null) {
    return looking.isShown(String(value)) ? `the argument ${JSON.stringify(pointer)}` : undefined;
  }
  for (const [key, inner] of Object.entries(value)) {
    if (!Array.isArray(value) && looking.isShown(key)) return "the name of an argument";
    const found = shownIn({ value: inner, pointer: pointer + pointerPart(key) }, looking);
    if (found !== undefined) return found;
  }
  return undefined;
}

function holds(shown: string, text: string): boolean {
  if (text.length >= SURE_CHARS) return shown.includes(text);
  for (let at = shown.indexOf(text); at >= 0; at = shown.indexOf(text, at + 1)) {
    const [before, behind] = [shown[at - 1] ?? " ", shown[at + text.length] ?? " "];
    if (!isOfWord(before) && !isOfWord(behind)) return true;
  }
  return false;
}

const isOfWord = (character: string) => /[\p{L}\p{N}_]/u.test(character);

/** Without the end, which depends on what follows it. */
function base64Of(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 3));
  return whole.length < SURE_CHARS ? text : btoa(String.fromCharCode(...whole));
}

function textsOf(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

function leak(pointer: string, place: string): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `The secret argument ${JSON.stringify(pointer)} also stands readable in ${place}, where people and channels would see it. Leave it out there, or name that argument as a secret too. Nobody was asked.`,
    { details: { what: "secrets", pointer } },
  );
}
