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

/** Which part of a path is its parameter: the id in `/v1/requests/{id}/wait`. */
const PARAMETER = 3;
const ANY = "{}";

/** Routes by path, in which a parameter stands as `{}`. */
const ROUTES = new Map<string, readonly Route[]>();
for (const [name, operation] of Object.entries<Operation>(OPERATIONS)) {
  const parts = operation.path.split("/");
  const [, parameter] = /^\{(\w+)\}$/.exec(parts[PARAMETER] ?? "") ?? [];
  const shape = parameter === undefined ? operation.path : shapeOf(parts);
  if (shape.replace(ANY, "").includes("{")) throw new Error(`No call finds ${operation.path}.`);
  const route = { name: name as OperationName, operation, parameter };
  ROUTES.set(shape, [...(ROUTES.get(shape) ?? []), route]);
}

function shapeOf(parts: readonly string[]): string {
  return parts.with(PARAMETER, ANY).join("/");
}

/** The methods that a path takes, by that of its operation. RFC 9110, 9.3.2: GET implies HEAD. */
const TAKEN: Readonly<Record<Operation["method"], readonly string[]>> = {
  GET: ["GET", "HEAD"],
  POST: ["POST"],
};

/** Finds the operation of a call. Throws NOT_FOUND or METHOD_NOT_ALLOWED. */
export function route(method: string, path: string): Match {
  const parts = path.split("/");
  // A path without a parameter goes before one that would take a part of it as a parameter.
  const routes =
    ROUTES.get(path) ?? (parts.length > PARAMETER ? ROUTES.get(shapeOf(parts)) : undefined);
  if (routes === undefined) {
    throw new EarshotError("NOT_FOUND", "There is nothing at this path. See /openapi.json.");
  }
  for (const { name, operation, parameter } of routes) {
    if (!TAKEN[operation.method].includes(method)) continue;
    const params = parameter === undefined ? {} : { [parameter]: decode(parts[PARAMETER] ?? "") };
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
