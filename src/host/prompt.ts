import type { Experiment } from "./experiment.ts";

export const PLACEHOLDERS = ["cycle", "cycles", "notes"] as const;
const PLACEHOLDER = /\{\{\s*([\w-]+)\s*\}\}/g;

/** Text in double braces that is not one of the placeholders. */
export function unknownPlaceholders(template: string): string[] {
  return [...template.matchAll(PLACEHOLDER)]
    .map(([, name = ""]) => name)
    .filter((name) => !(PLACEHOLDERS as readonly string[]).includes(name));
}

/**
 * The prompt that starts a cycle. Notes of the previous cycle go where the prompt wants them, or
 * else after it: without them a model would start over.
 */
export function promptOf(
  { prompt, continue_prompt, cycles }: Experiment,
  { cycle, notes }: { readonly cycle: number; readonly notes: string },
): string {
  const template = cycle === 1 ? prompt : (continue_prompt ?? prompt);
  const values: Readonly<Record<string, string>> = {
    cycle: String(cycle),
    cycles: String(cycles),
    notes,
  };
  let hasNotes = false;
  const text = template.replace(PLACEHOLDER, (all, name: string) => {
    if (name === "notes") hasNotes = true;
    return values[name] ?? all;
  });
  if (hasNotes || notes === "") return text;
  return `${text.trimEnd()}\n\nYour notes from cycle ${cycle - 1}:\n${notes}`;
}
