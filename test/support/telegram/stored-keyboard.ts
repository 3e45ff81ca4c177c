import { badRequest } from "./refused-call.ts";

/** The buttons under a message, row by row. */
export interface StoredKeyboard {
  readonly rows: readonly (readonly StoredButton[])[];
  /** For a keyboard that no edit can remove. */
  readonly isFixed: boolean;
}

export interface StoredButton {
  readonly text: string;
  readonly callback_data: string;
}

const MOST_BUTTONS = 100;
const MOST_DATA_BYTES = 64;

const NO_KEYBOARD: StoredKeyboard = { rows: [], isFixed: false };

/** Checks a `reply_markup` as the Bot API does. */
export function storedKeyboard(markup: unknown): StoredKeyboard {
  if (typeof markup !== "object" || markup === null) return NO_KEYBOARD;
  if ("force_reply" in markup) checkForced(markup);
  if (!("inline_keyboard" in markup)) return { rows: [], isFixed: true };
  const rows = markup.inline_keyboard;
  if (!Array.isArray(rows) || !rows.every(Array.isArray)) {
    throw badRequest("object expected as reply markup");
  }
  const stored = rows.map((row: unknown[]) => row.map(storedButton));
  if (stored.flat().length > MOST_BUTTONS) throw badRequest("REPLY_MARKUP_TOO_LONG");
  return { rows: stored, isFixed: false };
}

const MOST_PLACEHOLDER_CHARS = 64;

function checkForced(markup: object): void {
  const { force_reply, input_field_placeholder: placeholder } = markup as Record<string, unknown>;
  if (force_reply !== true) throw badRequest("object expected as reply markup");
  if (placeholder === undefined) return;
  if (typeof placeholder !== "string" || placeholder === "")
    throw badRequest("invalid placeholder");
  if ([...placeholder].length > MOST_PLACEHOLDER_CHARS) throw badRequest("invalid placeholder");
}

function storedButton(button: unknown): StoredButton {
  const { text, callback_data } = button as Partial<StoredButton>;
  if (typeof text !== "string" || text.trim() === "") {
    throw badRequest("can't parse inline keyboard button: text must be non-empty");
  }
  const bytes = typeof callback_data === "string" ? Buffer.byteLength(callback_data) : 0;
  if (callback_data === undefined || bytes === 0 || bytes > MOST_DATA_BYTES) {
    throw badRequest("BUTTON_DATA_INVALID");
  }
  return { text, callback_data };
}
