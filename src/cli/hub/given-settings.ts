import { readFileSync } from "node:fs";
import { EarshotError } from "../../domain/errors.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { whyRefused } from "../../domain/why-refused.ts";
import type { SetupField } from "../../ports/channels/channel.ts";

export interface GivenOptions {
  /** `name=value`, for what is no secret. */
  readonly set?: readonly string[];
  /** `name=file`, where `-` is standard input. */
  readonly secretFile?: readonly string[];
  /** Takes what does not look right, too. */
  readonly force?: boolean;
}

const STDIN = 0;

/**
 * What the command line gives, each setting checked; a secret only by file, since every process can
 * see the arguments.
 */
export function givenSettings(
  fields: readonly SetupField[],
  { set = [], secretFile = [], force = false }: GivenOptions,
): JsonObject {
  const given: Record<string, Json> = {};
  for (const [name, value] of set.map(pairOf)) {
    const field = fieldNamed(fields, name);
    if (field.isSecret) {
      throw invalid(
        `${name} is a secret, and every process on this machine sees the arguments of another. Give it as --secret-file ${name}=FILE, and take a new one where this one is good.`,
      );
    }
    given[name] = checked(field, value, force);
  }
  const files = secretFile.map(pairOf);
  if (files.filter(([, file]) => file === "-").length > 1) {
    throw invalid("Standard input gives one secret. Name files for the others.");
  }
  for (const [name, file] of files) {
    given[name] = checked(fieldNamed(fields, name), contentOf(name, file), force);
  }
  return given;
}

/** The value as it is stored. Throws INVALID_INPUT that says what is wrong, without the value. */
function checked({ name, stored, fault }: SetupField, text: string, isForced: boolean): Json {
  const wrong = text === "" || isForced ? undefined : fault?.(text.trim());
  if (wrong !== undefined) throw invalid(wrong);
  if (text === "" || stored === undefined) return text;
  if (stored === "object") return objectIn(name, text);
  if (text === "true" || text === "false") return text === "true";
  throw invalid(`${name} is true or false: --set ${name}=true`);
}

function objectIn(name: string, text: string): Json {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Json;
  throw invalid(`${name} is a JSON object of names and values, and its file holds something else.`);
}

function pairOf(text: string): readonly [string, string] {
  const at = text.indexOf("=");
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  // Not quoted: it may be a secret that was given in the wrong place.
  throw invalid("Give --set as name=value, and --secret-file as name=FILE.");
}

function fieldNamed(fields: readonly SetupField[], name: string): SetupField {
  const field = fields.find((one) => one.name === name);
  if (field !== undefined) return field;
  const names = fields.map((one) => one.name).join(", ");
  throw invalid(
    `There is no setting ${JSON.stringify(name)}. Here ${names} can be given; whatever else a channel takes is written into channels.json in the data folder.`,
  );
}

function contentOf(name: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file === "-" ? STDIN : file, "utf8");
  } catch (cause) {
    throw invalid(`${name} cannot be read: ${whyRefused(cause)}.`, cause);
  }
  const value = text.replace(/\r?\n$/, "");
  if (value !== "") return value;
  throw invalid(`${name} is empty in ${file === "-" ? "standard input" : file}.`);
}

function invalid(message: string, cause?: unknown): EarshotError {
  return new EarshotError("INVALID_INPUT", message, { cause });
}
