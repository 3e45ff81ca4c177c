import { EarshotError } from "../errors.ts";
import type { JsonObject } from "../json.ts";
import type { ArgumentConditions } from "./policy.ts";
import { argumentConditions } from "./read-conditions.ts";

/** Reads what must hold of arguments, in the form of a policy; INVALID_INPUT names the faults. */
export function parsePermissionArgs(args: unknown): ArgumentConditions {
  const faults: string[] = [];
  const report = (place: string, what: string) => void faults.push(`${place}: ${what}`);
  const read = argumentConditions.read(args as JsonObject, "args", report);
  if (read !== undefined && faults.length === 0) return read;
  throw new EarshotError(
    "INVALID_INPUT",
    `The conditions are not valid. ${faults.slice(0, 5).join(" ")}`,
    { details: { faults } },
  );
}
