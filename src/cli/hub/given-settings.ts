import { readFileSync } from "node:fs";
import { EarshotError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { SetupField } from "../../ports/channels/channel.ts";

export interface GivenOptions {
  /** `name=value`, of what is no secret. */
  readonly set?: readonly string[];
  /** `name=file`, where `-` is standard input. */
  readonly secretFile?: readonly string[];
}

const STDIN = 0;

/** What the command line gives; a secret only by a file, since every process sees the arguments. */
export function givenSettings(
  fields: readonly SetupField[],
  { set = [], secretFile = [] }: GivenOptions,
): JsonObject {
  const given: Record<string, string> = {};
  for (const [name, value] of set.map(pairOf)) {
    if (fieldNamed(fields, name).isSecret) {
      throw invalid(
        `${name} is a secret, and every process on this machine sees the arguments of another. Give it as --secret-file ${name}=FILE, and take a new one where this one is good.`,
      );
    }
    given[name] = value;
  }
  const files = secretFile.map(pairOf);
  if (files.filter(([, file]) => file === "-").length > 1) {
    throw invalid("Standard input gives one secret. Name files for the others.");
  }
  for (const [name, file] of files) {
    fieldNamed(fields, name);
    given[name] = contentOf(name, file);
  }
  return given;
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
    throw invalid(`${name} cannot be read: ${(cause as Error).message}.`, cause);
  }
  const value = text.replace(/\r?\n$/, "");
  if (value !== "") return value;
  throw invalid(`${name} is empty in ${file === "-" ? "standard input" : file}.`);
}

function invalid(message: string, cause?: unknown): EarshotError {
  return new EarshotError("INVALID_INPUT", message, { cause });
}
