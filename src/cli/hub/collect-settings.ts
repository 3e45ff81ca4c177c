import { EarshotError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { ChannelModule, SetupField } from "../../ports/channels/channel.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { askSettings } from "./ask-settings.ts";

export interface Collected {
  readonly settings: JsonObject;
  /** A person at a terminal was asked, and can be asked more. */
  readonly isAsked: boolean;
}

/** The settings of a channel: what there was, what the command line gives, what a person types. */
export async function collectSettings(
  { output, signal }: Pick<RunContext, "output" | "signal">,
  { setup, kind }: Pick<ChannelModule, "setup" | "kind">,
  { before, given }: { readonly before: JsonObject; readonly given: JsonObject },
): Promise<Collected> {
  const known = { ...defaultsOf(setup.fields), ...before, ...given };
  const missing = setup.fields.filter((field) => isMissing(field, known));
  const isTerminal = process.stdin.isTTY === true && process.stderr.isTTY === true;
  // At a terminal who names a module alone is asked for its settings, all of them optional or not.
  const isGiven = Object.keys(given).some((name) => name !== "module" || !isTerminal);
  if (isGiven && missing.length === 0) return { settings: known, isAsked: false };
  for (const step of setup.steps) output.note(step);
  if (!isTerminal) {
    throw missing.length === 0 ? nothingGiven(kind) : missingError(kind, missing);
  }
  const toAsk = setup.fields.filter(({ name }) => given[name] === undefined);
  const asked = await askSettings(toAsk, known, { signal });
  return { settings: withoutEmpty({ ...known, ...asked }), isAsked: true };
}

function defaultsOf(fields: readonly SetupField[]): JsonObject {
  return Object.fromEntries(
    fields.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
  );
}

/** What a person has emptied is not set any more. */
function withoutEmpty(settings: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ""));
}

function isMissing({ name, isOptional }: SetupField, known: JsonObject): boolean {
  return isOptional !== true && (known[name] === undefined || known[name] === "");
}

function missingError(kind: string, missing: readonly SetupField[]): EarshotError {
  const ways = missing.map(({ name, isSecret }) =>
    isSecret ? `--secret-file ${name}=FILE` : `--set ${name}=VALUE`,
  );
  return new EarshotError(
    "INVALID_INPUT",
    `${kind} needs more, and there is no terminal to ask at. Give ${ways.join(" ")}; the file - is standard input. Nothing was saved.`,
    { details: { missing: missing.map(({ name }) => name) } },
  );
}

function nothingGiven(kind: string): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `Nothing of ${kind} is changed, and there is no terminal to ask at. Give --set name=value or --secret-file name=FILE.`,
  );
}
