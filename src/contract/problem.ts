import { EarshotError, ERRORS, isEarshotError, isErrorCode } from "../domain/errors.ts";
import { present } from "../domain/present.ts";

/** An error on the wire: a problem document, RFC 9457. */
export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export const PROBLEM_MEDIA_TYPE = "application/problem+json";

/** Returns the document for an error. An error that is not ours tells strangers nothing about itself. */
export function toProblem(error: unknown): ProblemDocument {
  const known = isEarshotError(error)
    ? error
    : new EarshotError("INTERNAL", "Something broke inside Earshot. Its log says what.");
  const { code, message, details } = known;
  return {
    type: `urn:earshot:error:${code.toLowerCase().replaceAll("_", "-")}`,
    title: code,
    status: ERRORS[code].status,
    code,
    detail: message,
    ...present({ details }),
  };
}

/** Returns the error of a document. A code that this version does not know becomes INTERNAL. */
export function fromProblem(document: unknown, status: number): EarshotError {
  const { code, detail, details } = (document ?? {}) as Partial<ProblemDocument>;
  const message = typeof detail === "string" ? detail : `The server answered ${status}.`;
  return new EarshotError(isErrorCode(code) ? code : codeOfStatus(status), message, {
    ...present({ details }),
  });
}

function codeOfStatus(status: number) {
  if (status === 429) return "RATE_LIMITED";
  // A server that stalled gives up calls that it has not read, so they may be repeated too.
  return [408, 502, 503, 504].includes(status) ? "UNREACHABLE" : "INTERNAL";
}
