import type { Action } from "../../domain/authority/action.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json-equal.ts";
import { valueAt } from "../../domain/json-pointer.ts";
import { readObject } from "./read-object.ts";

/**
 * The action in a file: the envelope itself, or the request that `show --json` prints. From any
 * other file the digest would match nothing that anybody approved, and the result would be "another
 * action".
 */
export async function readEnvelope(file: string): Promise<Action> {
  const given = await readObject("--action", `@${file}`);
  const action = valueAt(given, "/request/authorization/action") ?? given;
  if (isEnvelope(action)) return action as unknown as Action;
  throw new EarshotError(
    "INVALID_INPUT",
    `The file ${file} holds no action. Give --action what npx earshot show ID --json prints of an authorization, or the value of .request.authorization.action in it.`,
    { details: { path: file } },
  );
}

function isEnvelope(value: Json): value is JsonObject {
  return (
    isJsonObject(value) &&
    value["v"] === 1 &&
    typeof value["tool"] === "string" &&
    typeof value["nonce"] === "string" &&
    isJsonObject(value["args"])
  );
}
