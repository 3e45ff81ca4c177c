import { OPERATIONS, type Operation } from "../contract/operations.ts";
import type { OperationName } from "../contract/routes.ts";
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
  /** The parameter of its path, if it has one. */
  readonly parameter: string | undefined;
}

/** Routes by path, in which a parameter stands as `{}`. */
const ROUTES = new Map<string, readonly Route[]>();
for (const [name, operation] of Object.entries<Operation>(OPERATIONS)) {
  const { shape, value } = withoutParameter(operation.path);
  const [, parameter] = /^\{(\w+)\}$/.exec(value) ?? [];
  const path = parameter === undefined ? operation.path : shape;
  if (path.replace("{}", "").includes("{")) throw new Error(`No call finds ${operation.path}.`);
  const route = { name: name as OperationName, operation, parameter };
  ROUTES.set(path, [...(ROUTES.get(path) ?? []), route]);
}

/** A parameter is always the third part of a path: the id in `/v1/requests/{id}/wait`. */
function withoutParameter(path: string): { readonly shape: string; readonly value: string } {
  const start = path.indexOf("/", path.indexOf("/", 1) + 1) + 1;
  const next = path.indexOf("/", start);
  const end = next === -1 ? path.length : next;
  return { shape: `${path.slice(0, start)}{}${path.slice(end)}`, value: path.slice(start, end) };
}

/** The methods that a path takes, by that of its operation. RFC 9110, 9.3.2: GET implies HEAD. */
const TAKEN: Readonly<Record<Operation["method"], readonly string[]>> = {
  GET: ["GET", "HEAD"],
  POST: ["POST"],
};

/** Finds the operation of a call. Throws NOT_FOUND or METHOD_NOT_ALLOWED. */
export function route(method: string, path: string): Match {
  const { shape, value } = withoutParameter(path);
  // A path without a parameter goes before one that would take a part of it as a parameter.
  const routes = ROUTES.get(path) ?? ROUTES.get(shape);
  if (routes === undefined) {
    throw new EarshotError("NOT_FOUND", "There is nothing at this path. See /openapi.json.");
  }
  for (const { name, operation, parameter } of routes) {
    if (!TAKEN[operation.method].includes(method)) continue;
    const params = parameter === undefined ? {} : { [parameter]: decode(value) };
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
