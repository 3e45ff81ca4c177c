import { readFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { parseJson } from "../../contract/schemas/strict-json.ts";
import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { whyRefused } from "../../domain/why-refused.ts";

/**
 * Reads the value of an option: JSON, `@file`, or `-` for standard input. Refuses anything that
 * JSON.parse would change silently, such as a repeated key: people would approve something other
 * than what was written.
 */
export async function readObject(option: string, given: string): Promise<JsonObject> {
  const value = await readJson(option, given);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as JsonObject;
  }
  throw invalid(`${option} has to be a JSON object, such as '{"user_id":"user123"}'.`);
}

/** The same for JSON of any kind. */
export async function readJson(option: string, given: string): Promise<Json> {
  return parseArgument(option, await textOf(option, given));
}

/** JSON of any kind, from the command line itself. */
export function parseArgument(option: string, text: string): Json {
  try {
    return parseJson(text);
  } catch (error) {
    if (!isEarshotError(error, "INVALID_INPUT")) throw error;
    throw invalid(error.message.replace(/^The body('s JSON)?/, option), error);
  }
}

async function textOf(option: string, given: string): Promise<string> {
  if (given === "-") return decoded(option, await buffer(process.stdin));
  if (!given.startsWith("@")) return given;
  const file = given.slice(1);
  try {
    return decoded(`The file ${file}`, readFileSync(file));
  } catch (cause) {
    if (isEarshotError(cause)) throw cause;
    throw invalid(
      `The file ${file} that ${option} names cannot be read: ${whyRefused(cause)}.`,
      cause,
    );
  }
}

/** Invalid UTF-8 would be replaced, and so be changed silently. */
function decoded(what: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw invalid(`${what} is not UTF-8.`, cause);
  }
}

function invalid(message: string, cause?: unknown): EarshotError {
  return new EarshotError("INVALID_INPUT", message, { cause });
}
