import { CHILD_LINE, type ChildLine } from "./protocol.ts";

/** A line of a program, or what is wrong with it. */
export function readChildLine(text: string): ChildLine | { readonly what: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { what: `A line is no JSON: ${text.slice(0, 80)}. Write one JSON object a line.` };
  }
  const parsed = CHILD_LINE.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = issue?.path.join(".") || "type";
  return { what: `A line is none of the contract: ${at}: ${issue?.message ?? "is not known"}.` };
}
