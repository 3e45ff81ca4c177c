import { formatDuration } from "../../domain/duration.ts";
import type { RunSummary, Work } from "./summary.ts";

/** `12,345`, the same in every locale. */
export function grouped(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** A count in four or five characters: `940`, `9.4k`, `940k`, `9.4M`. */
export function short(count: number): string {
  for (const [unit, size] of [
    ["M", 1_000_000],
    ["k", 1_000],
  ] as const) {
    // From here on the smaller unit would have four digits.
    if (count >= size * 0.9995) {
      const value = count / size;
      return `${value < 9.95 ? value.toFixed(1) : String(Math.round(value))}${unit}`;
    }
  }
  return String(Math.round(count));
}

/** A duration for which parts of a second matter: `340ms`, `2.4s`, `1m 3s`. */
export function shortTime(ms: number): string {
  if (ms < 1_000) return `${Math.floor(ms)}ms`;
  return ms < 10_000 ? `${Math.floor(ms / 100) / 10}s` : formatDuration(ms);
}

/** A place in a run: `0:02`, `1:02:03`. */
export function offset(ms: number): string {
  const seconds = Math.max(Math.floor(ms / 1_000), 0);
  const [h, m, s] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const tail = String(s).padStart(2, "0");
  return h === 0 ? `${m}:${tail}` : `${h}:${String(m).padStart(2, "0")}:${tail}`;
}

/** `1 call`, `2 calls`, `no calls`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return count === 0 ? `no ${many}` : `${grouped(count)} ${count === 1 ? one : many}`;
}

/** `3 of 5`, or `3` if the total is unknown. */
export function cyclesText({ cyclesDone, cyclesPlanned }: RunSummary): string {
  return cyclesPlanned === undefined ? String(cyclesDone) : `${cyclesDone} of ${cyclesPlanned}`;
}

export function callsText({ toolCalls, toolFailures }: Work): string {
  const calls = counted(toolCalls, "call");
  return toolFailures === 0 ? calls : `${calls}, ${grouped(toolFailures)} failed`;
}

export function questionsText({ questions, answers, operatorMs }: Work): string {
  if (questions === 0) return "none";
  const open = questions === answers ? "" : `, ${grouped(questions - answers)} unanswered`;
  const waited = answers === 0 ? "" : `, ${shortTime(operatorMs)} waited`;
  return `${grouped(questions)}${open}${waited}`;
}

export function allTokens({ usage }: Work): number {
  return usage.inputTokens + usage.outputTokens;
}

/** What an agent gave a tool, on one line; text that was not JSON stays as it was. */
export function argsText(args: unknown): string {
  if (args === undefined) return "";
  return typeof args === "string" ? args : JSON.stringify(args);
}
