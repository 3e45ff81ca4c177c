import type { Document } from "yaml";
import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import { present } from "../../domain/present.ts";

interface FileText {
  readonly text: string;
  readonly document: Document;
}

/** A fault of a policy with the line of the file that each place in it stands on; any other error as it is. */
export function withFileLines(error: unknown, path: string, file: FileText): unknown {
  if (!isEarshotError(error, "INVALID_INPUT")) return error;
  const message = error.message.replaceAll(
    /^rules\[\d+\](?:\.\w+|\["(?:[^"\\]|\\.)*"\])*/gm,
    (place) => `${path}:${lineOf(file, place)}: ${place}`,
  );
  return new EarshotError("INVALID_INPUT", message, {
    ...present({ details: error.details }),
    cause: error,
  });
}

/** Of the innermost part of the place that the file has. */
function lineOf({ document, text }: FileText, place: string): number {
  const keys = (place.match(/"(?:[^"\\]|\\.)*"|\w+/g) ?? []).map((key) =>
    /^(?:\d|")/.test(key) ? (JSON.parse(key) as string | number) : key,
  );
  for (let depth = keys.length; depth > 0; depth -= 1) {
    const node = document.getIn(keys.slice(0, depth), true);
    const { range } = (node ?? {}) as { readonly range?: readonly number[] };
    if (range !== undefined) return text.slice(0, range[0]).split("\n").length;
  }
  return 1;
}
