import { EarshotError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import type { CheckLine, SetupField } from "../../ports/channels/channel.ts";
import { visibleText } from "../../render/visible-text.ts";
import { showPage } from "../terminal/browser.ts";
import type { HeldKeyboard } from "../terminal/held-keyboard.ts";
import type { RunContext } from "../terminal/run-context.ts";

type Prompts = typeof import("@clack/prompts");

export interface Asking {
  readonly signal: AbortSignal;
  readonly keyboard: HeldKeyboard;
}

/** A command with a person at its terminal. */
export type AtTerminal = RunContext & Asking;

/** What a person gave, and what their platform said of it. */
export interface Asked {
  readonly settings: JsonObject;
  /** What went well, in the words that the person has read. */
  readonly told: ReadonlySet<string>;
}

/**
 * Asks for each field at the terminal, and checks it at once: its form as it is typed, then with
 * the platform. What the platform refuses is asked for again. A known secret stays if nothing is
 * typed.
 */
export async function askSettings(
  context: AtTerminal,
  fields: readonly SetupField[],
  before: JsonObject,
): Promise<Asked> {
  const told = new Set<string>();
  let settings = before;
  let found: JsonObject = {};
  for (const field of fields) {
    const known = { ...settings, ...found };
    if (field.when?.(known) === false) continue;
    for (const step of field.steps?.(known) ?? []) {
      if (typeof step === "string") context.output.note(step);
      else await showPage(context, step);
    }
    const given = await askUntilGood(context, { field, settings, found, told });
    settings = given.settings;
    found = { ...found, ...given.found };
  }
  return { settings, told };
}

interface ToAsk {
  readonly field: SetupField;
  readonly settings: JsonObject;
  readonly found: JsonObject;
  readonly told: Set<string>;
}

async function askUntilGood(
  context: AtTerminal,
  { field, settings: before, found, told }: ToAsk,
): Promise<{ readonly settings: JsonObject; readonly found?: JsonObject }> {
  const { output } = context;
  let settings = before;
  for (let isAgain = false; ; isAgain = true) {
    const typed = await withPrompts(context, async (prompts, asking) =>
      chosen(prompts, await askField(prompts, { field, known: settings, asking })),
    );
    const text = (typed ?? "").trim();
    const isKept = text === "" && (field.isSecret || isAgain);
    if (!isKept) settings = { ...settings, [field.name]: text };
    if (text === "" || field.attempt === undefined) return { settings };
    output.note(output.style.dim("Checking …"));
    const { lines, found: more } = await attempted(field, { ...settings, ...found });
    if (isAllWell(context, lines, told)) return { settings, ...present({ found: more }) };
    output.note("Give it once more. Enter keeps what was given, and Ctrl-C ends without saving.");
  }
}

function isAllWell(
  context: Pick<RunContext, "output">,
  lines: readonly CheckLine[],
  told: Set<string>,
): boolean {
  for (const line of lines) tell(context, line, told);
  return lines.every(({ isOk }) => isOk);
}

async function attempted(field: SetupField, known: JsonObject) {
  try {
    return (await field.attempt?.(known)) ?? { lines: [] };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { lines: [{ isOk: false, text }] };
  }
}

function tell(
  { output }: Pick<RunContext, "output">,
  { isOk, text }: CheckLine,
  told: Set<string>,
): void {
  const shown = visibleText(text, { keepLines: false });
  if (isOk) told.add(shown);
  const { good, bad } = output.style;
  output.note(isOk ? `${good("ok")}  ${shown}` : `${bad("failed")}  ${shown}`);
}

interface FieldToAsk {
  readonly field: SetupField;
  readonly known: JsonObject;
  readonly asking: PromptOptions;
}

async function askField({ text, password }: Prompts, { field, known, asking: of }: FieldToAsk) {
  const { label, help, isSecret, isOptional } = field;
  const first = known[field.name];
  const isKnown = typeof first === "string" && first !== "";
  const isNeeded = isOptional !== true && !(isSecret && isKnown);
  const asking = {
    ...of,
    message: `${label}\n${help}${isSecret && isKnown ? " Enter keeps the one there is." : ""}`,
    validate(typed: string | undefined) {
      const value = (typed ?? "").trim();
      if (value === "") return isNeeded ? "This one is needed." : undefined;
      return field.fault?.(value);
    },
  };
  if (isSecret) return await password(asking);
  return await text({ ...asking, ...present({ initialValue: isKnown ? first : undefined }) });
}

/** A yes-or-no question. */
export async function askYes(message: string, context: Asking): Promise<boolean> {
  return await withPrompts(context, async (prompts, asking) =>
    chosen(prompts, await prompts.confirm({ ...asking, message, initialValue: false })),
  );
}

export interface AskingText extends Asking {
  /** What an interruption tells about the settings. */
  readonly saved: string;
  readonly fault?: (value: string) => string | undefined;
}

/** A line of text; undefined if nothing is typed. */
export async function askText(
  message: string,
  { saved, fault, ...context }: AskingText,
): Promise<string | undefined> {
  const validate = (typed: string | undefined) => {
    const value = (typed ?? "").trim();
    return value === "" ? undefined : fault?.(value);
  };
  const typed = await withPrompts(context, async (prompts, asking) =>
    chosen(prompts, await prompts.text({ ...asking, message, validate }), saved),
  );
  return typed === undefined || typed.trim() === "" ? undefined : typed.trim();
}

interface PromptOptions {
  readonly signal: AbortSignal;
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
}

/** Loaded late, so that no other command has to wait for it. */
async function withPrompts<T>(
  { signal, keyboard }: Asking,
  ask: (prompts: Prompts, asking: PromptOptions) => Promise<T>,
): Promise<T> {
  const prompts = await import("@clack/prompts");
  const asking = { signal, input: keyboard.input, output: process.stderr };
  return await keyboard.asking(() => ask(prompts, asking));
}

function chosen<T>(
  { isCancel }: Prompts,
  typed: T,
  saved = "nothing was saved",
): Exclude<T, symbol> {
  if (!isCancel(typed)) return typed as Exclude<T, symbol>;
  throw new EarshotError("INTERRUPTED", `Interrupted; ${saved}.`);
}
