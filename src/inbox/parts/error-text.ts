import { isEarshotError } from "../../domain/errors.ts";
import { visibleText } from "../../render/visible-text.ts";

/** What went wrong, for people: Earshot's own errors say what to do next. */
export function errorText(error: unknown): string {
  if (isEarshotError(error)) return visibleText(error.message);
  if (error instanceof Error) return `This did not work: ${visibleText(error.message)}`;
  return "This did not work. Try again.";
}
