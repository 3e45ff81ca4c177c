import { OPERATIONS, type Operation } from "../contract/operations.ts";
import type { OperationName } from "../contract/routes.ts";
import { EarshotError } from "../domain/errors.ts";

export interface Match {
  readonly name: OperationName;
  readonly operation: Operation;
  /** The parameters of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
}

/** A part of a path: these letters, or whatever the parameter of this name is. */
type Segment = { readonly text: string } | { readonly parameter: string };

interface Route {
  readonly name: OperationName;
  readonly operation: Operation;
  readonly segments: readonly Segment[];
  /** It has no parameter, so it goes before routes that would match the same path. */
  readonly isLiteral: boolean;
}

/** Routes by number of segments, literal ones first. */
const ROUTES = new Map<number, Route[]>();
for (const [name, operation] of Object.entries<Operation>(OPERATIONS)) {
  const segments = operation.path
    .split("/")
    .map((part) => (part.startsWith("{") ? { parameter: part.slice(1, -1) } : { text: part }));
  const isLiteral = !operation.path.includes("{");
  const route = { name: name as OperationName, operation, segments, isLiteral };
  const routes = ROUTES.get(segments.length) ?? [];
  ROUTES.set(segments.length, isLiteral ? [route, ...routes] : [...routes, route]);
}

/** The methods that a path takes, by that of its operation. RFC 9110, 9.3.2: GET implies HEAD. */
const TAKEN: Readonly<Record<Operation["method"], readonly string[]>> = {
  GET: ["GET", "HEAD"],
  POST: ["POST"],
};

/** Finds the operation of a call. Throws NOT_FOUND or METHOD_NOT_ALLOWED. */
export function route(method: string, path: string): Match {
  const given = path.split("/");
  const allowed: string[] = [];
  let isNamed = false;
  for (const { name, operation, segments, isLiteral } of ROUTES.get(given.length) ?? []) {
    if (isNamed && !isLiteral) break;
    if (!isMatch(segments, given)) continue;
    isNamed = isLiteral;
    const methods = TAKEN[operation.method];
    if (methods.includes(method)) return { name, operation, params: paramsOf(segments, given) };
    allowed.push(...methods);
  }
  if (allowed.length === 0) {
    throw new EarshotError("NOT_FOUND", "There is nothing at this path. See /openapi.json.");
  }
  throw new EarshotError("METHOD_NOT_ALLOWED", `This path takes ${allowed.join(" and ")}.`, {
    details: { allowed },
  });
}

function isMatch(segments: readonly Segment[], given: readonly string[]): boolean {
  return segments.every((segment, index) => !("text" in segment) || segment.text === given[index]);
}

function paramsOf(segments: readonly Segment[], given: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    if ("parameter" in segment) params[segment.parameter] = decode(given[index] ?? "");
  }
  return params;
}

function decode(text: string): string {
  // Ids have nothing to decode, and trying costs 1 µs.
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new EarshotError("INVALID_INPUT", "The path is not valid percent-encoding.", { cause });
  }
}
