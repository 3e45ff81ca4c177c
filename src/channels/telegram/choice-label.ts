import { oneLine } from "../../render/visible-text.ts";

/** A longer one is cut by phones. */
const BUTTON_CHARS = 60;

/** The label on one line, with room for all of it. */
export function wholeLabel(label: string): string {
  return oneLine(label, Number.POSITIVE_INFINITY);
}

/** The label as a button has room for it. */
export function buttonLabel(label: string): string {
  return oneLine(label, BUTTON_CHARS);
}

export function isCutOnButton(label: string): boolean {
  return buttonLabel(label) !== wholeLabel(label);
}
