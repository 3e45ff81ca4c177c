import { EarshotError } from "../../domain/errors.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { pointerPart } from "../../domain/json-pointer.ts";
import { MAX_SHOWN_ARGS_BYTES } from "../../domain/limits.ts";
import { jsonLength, utf8Length } from "../../domain/text.ts";

/** Shorter texts are not what makes arguments long. */
const LONG_BYTES = 4 * 1024;
const COMMITMENT_BYTES = 128;

/**
 * Texts of arguments too long to show, longest first, until the rest is short enough. They are
 * stored like secrets: as a commitment, and sealed. Empty if everything can be shown.
 */
export function longTexts(args: JsonObject, secrets: readonly string[]): readonly string[] {
  let bytes = jsonLength(args);
  if (bytes <= MAX_SHOWN_ARGS_BYTES) return [];
  const texts = [...textsIn(args, "")].sort((one, other) => other.bytes - one.bytes);
  const found: string[] = [];
  for (const { pointer, bytes: long } of texts) {
    if (bytes <= MAX_SHOWN_ARGS_BYTES) break;
    if (secrets.some((secret) => pointer === secret || pointer.startsWith(`${secret}/`))) continue;
    found.push(pointer);
    bytes += COMMITMENT_BYTES - long;
  }
  return found;
}

function* textsIn(
  value: Json,
  pointer: string,
): Generator<{ readonly pointer: string; readonly bytes: number }> {
  if (typeof value === "string") {
    const bytes = utf8Length(value);
    if (bytes >= LONG_BYTES) yield { pointer, bytes };
  } else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      yield* textsIn(inner, pointer + pointerPart(key));
    }
  }
}

/** People are not asked about an action that they cannot be shown whole. */
export function tooLongToShow(bytes: number): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `The arguments have ${bytes} bytes, and no rule or permission allows them. People would have to see all of them, and at most ${MAX_SHOWN_ARGS_BYTES} fit, so nobody was asked. Pass long content as a resource, by its digest, or have a rule allow it.`,
    { details: { what: "args", bytes, maxBytes: MAX_SHOWN_ARGS_BYTES } },
  );
}
