import { OPERATIONS, type Operation } from "../contract/operations.ts";
import { type OperationName, pathParameters } from "../contract/routes.ts";
import { EarshotError } from "../domain/errors.ts";

export interface Match {
  readonly name: OperationName;
  readonly operation: Operation;
  /** The parameters of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
}

interface Route {
  readonly name: OperationName;
  readonly operation: Operation;
  /** The parameters of its path, in its order. */
  readonly parameters: readonly string[];
}

/** Routes by path, in which a parameter stands as `{}`. */
const ROUTES = new Map<string, readonly Route[]>();
for (const [name, operation] of Object.entries<Operation>(OPERATIONS)) {
  const parameters = pathParameters(operation.path);
  const { shape, values } = withoutParameters(operation.path);
  const path = parameters.length === 0 ? operation.path : shape;
  const isFound = parameters.every((one, index) => values[index] === `{${one}}`);
  if (!isFound) throw new Error(`No call finds ${operation.path}.`);
  const route = { name: name as OperationName, operation, parameters };
  ROUTES.set(path, [...(ROUTES.get(path) ?? []), route]);
}

/**
 * A parameter is always the third part of a path: the id in `/v1/requests/{id}/wait`. A second one is all
 * that follows its fourth part.
 */
function withoutParameters(path: string): {
  readonly shape: string;
  readonly values: readonly string[];
} {
  const start = path.indexOf("/", path.indexOf("/", 1) + 1) + 1;
  const next = path.indexOf("/", start);
  const end = next === -1 ? path.length : next;
  const before = `${path.slice(0, start)}{}`;
  const value = path.slice(start, end);
  const second = path.indexOf("/", end + 1) + 1;
  return second === 0
    ? { shape: before + path.slice(end), values: [value] }
    : { shape: `${before}${path.slice(end, second)}{}`, values: [value, path.slice(second)] };
}

/** The methods that a path takes, by that of its operation. RFC 9110, 9.3.2: GET implies HEAD. */
const TAKEN: Readonly<Record<Operation["method"], readonly string[]>> = {
  GET: ["GET", "HEAD"],
  POST: ["POST"],
};

/** Finds the operation of a call. Throws NOT_FOUND or METHOD_NOT_ALLOWED. */
export function route(method: string, path: string): Match {
  const { shape, values } = withoutParameters(path);
  // A path without a parameter goes before one that would take a part of it as a parameter.
  const routes = ROUTES.get(path) ?? ROUTES.get(shape);
  if (routes === undefined) {
    throw new EarshotError("NOT_FOUND", "There is nothing at this path. See /openapi.json.");
  }
  for (const { name, operation, parameters } of routes) {
    if (!TAKEN[operation.method].includes(method)) continue;
    const params: Record<string, string> = {};
    for (const [index, one] of parameters.entries()) params[one] = decode(values[index] ?? "");
    return { name, operation, params };
  }
  const allowed = routes.flatMap(({ operation }) => TAKEN[operation.method]);
  throw new EarshotError("METHOD_NOT_ALLOWED", `This path takes ${allowed.join(" and ")}.`, {
    details: { allowed },
  });
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
