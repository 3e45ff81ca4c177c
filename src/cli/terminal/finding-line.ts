import type { Finding } from "./finding.ts";
import type { Output } from "./output.ts";

export function findingLine({ check, state, detail }: Finding, style: Output["style"]): string {
  const paint = state === "ok" ? style.good : style.bad;
  return `${paint(state.padEnd(8))} ${check.padEnd(14)} ${detail}`;
}
