import { EarshotError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import type { SetupField } from "../../ports/channels/channel.ts";

type Prompts = typeof import("@clack/prompts");

export interface Asking {
  readonly signal: AbortSignal;
}

/** Asks for each field at the terminal; a known secret stays if nothing is typed. */
export async function askSettings(
  fields: readonly SetupField[],
  known: JsonObject,
  { signal }: Asking,
): Promise<JsonObject> {
  return await withPrompts(async (prompts) => {
    const asked: Record<string, string> = {};
    for (const field of fields) {
      const typed = chosen(prompts, await askField(prompts, { field, known, signal })) ?? "";
      if (typed !== "" || !field.isSecret) asked[field.name] = typed.trim();
    }
    return asked;
  });
}

interface FieldToAsk extends Asking {
  readonly field: SetupField;
  readonly known: JsonObject;
}

async function askField({ text, password }: Prompts, { field, known, signal }: FieldToAsk) {
  const { label, help, isSecret, isOptional } = field;
  const first = known[field.name];
  const isKnown = typeof first === "string" && first !== "";
  const isNeeded = isOptional !== true && !(isSecret && isKnown);
  const asking = {
    message: `${label}\n${help}${isSecret && isKnown ? " Enter keeps the one there is." : ""}`,
    validate: (typed: string | undefined) =>
      isNeeded && (typed ?? "").trim() === "" ? "This one is needed." : undefined,
    signal,
    output: process.stderr,
  };
  if (isSecret) return await password(asking);
  return await text({ ...asking, ...present({ initialValue: isKnown ? first : undefined }) });
}

/** A yes-or-no question. */
export async function askYes(message: string, { signal }: Asking): Promise<boolean> {
  const asking = { message, initialValue: false, signal, output: process.stderr };
  return await withPrompts(async (prompts) => chosen(prompts, await prompts.confirm(asking)));
}

/** Undefined if nothing is typed. */
export async function askChat({ signal }: Asking): Promise<string | undefined> {
  const message = "Chat or address to send a test message to; Enter sends none";
  const asking = { message, signal, output: process.stderr };
  const typed = await withPrompts(async (prompts) => chosen(prompts, await prompts.text(asking)));
  return typed === undefined || typed.trim() === "" ? undefined : typed.trim();
}

/** Loaded late, so that no other command has to wait for it. */
async function withPrompts<T>(ask: (prompts: Prompts) => Promise<T>): Promise<T> {
  const prompts = await import("@clack/prompts");
  process.on("SIGCONT", listenAgain);
  try {
    return await ask(prompts);
  } finally {
    process.off("SIGCONT", listenAgain);
  }
}

/** The prompts use Node's line editor, which stops listening after Ctrl-Z and `fg`. */
function listenAgain(): void {
  setImmediate(() => process.stdin.resume());
}

function chosen<T>({ isCancel }: Prompts, typed: T): Exclude<T, symbol> {
  if (!isCancel(typed)) return typed as Exclude<T, symbol>;
  throw new EarshotError("INTERRUPTED", "Interrupted; nothing was saved.");
}
