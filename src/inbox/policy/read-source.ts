import { isEarshotError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json-equal.ts";
import { locate, type PlacedFault, placeFaults } from "./json-lines.ts";
import { say } from "./messages/messages.ts";

/**
 * Reads the text of a policy and passes it on. Faults, in the text or reported by the server, are
 * returned with their lines. Throws anything that is no fault of the policy.
 */
export async function withSource(
  text: string,
  use: (source: JsonObject) => Promise<void>,
): Promise<readonly PlacedFault[]> {
  const located = locate(text);
  if ("fault" in located) return [{ line: located.line, text: located.fault }];
  const source = located.value as JsonObject;
  if (!isJsonObject(source)) {
    return [{ line: 1, text: say("fault.object") }];
  }
  try {
    await use(source);
    return [];
  } catch (error) {
    if (!isEarshotError(error, "INVALID_INPUT")) throw error;
    const faults = error.details?.["faults"];
    const told = Array.isArray(faults) ? faults.map(String) : error.message.split("\n");
    return placeFaults(told, located.lineOf);
  }
}
