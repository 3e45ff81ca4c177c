import { isEarshotError } from "../../domain/errors.ts";
import type { Output } from "./output.ts";

/** What one check of `earshot doctor` has found. */
export interface Finding {
  readonly check: string;
  readonly state: "ok" | "warning" | "failed";
  readonly detail: string;
}

/** If only the server is away, a check that could not run is no failure of what it checks. */
export function unknown(check: string, error: unknown): Finding {
  const detail = error instanceof Error ? error.message : String(error);
  return { check, state: isEarshotError(error, "UNREACHABLE") ? "warning" : "failed", detail };
}

export function findingLine({ check, state, detail }: Finding, style: Output["style"]): string {
  const paint = state === "ok" ? style.good : style.bad;
  return `${paint(state.padEnd(8))} ${check.padEnd(14)} ${detail}`;
}
