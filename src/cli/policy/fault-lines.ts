import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import { present } from "../../domain/present.ts";
import type { PolicyText } from "./read-policy-file.ts";

/** A fault of a policy with the line of the file that each place in it stands on; any other error as it is. */
export function withFileLines(error: unknown, path: string, file: PolicyText): unknown {
  if (!isEarshotError(error, "INVALID_INPUT")) return error;
  const message = error.message.replaceAll(
    /^rules\[\d+\](?:\.\w+)*/gm,
    (place) => `${path}:${lineOf(file, place)}: ${place}`,
  );
  return new EarshotError("INVALID_INPUT", message, {
    ...present({ details: error.details }),
    cause: error,
  });
}

/** Of the innermost part of the place that the file has. */
function lineOf({ document, text }: PolicyText, place: string): number {
  const keys = (place.match(/\w+/g) ?? []).map((key) => (/^\d+$/.test(key) ? Number(key) : key));
  for (let depth = keys.length; depth > 0; depth -= 1) {
    const node = document.getIn(keys.slice(0, depth), true);
    const { range } = (node ?? {}) as { readonly range?: readonly number[] };
    if (range !== undefined) return text.slice(0, range[0]).split("\n").length;
  }
  return 1;
}
