import type { Choice, Control } from "../../ports/channels/channel.ts";
import type { CallbackButton, InlineKeyboard } from "./bot-api.ts";
import { buttonLabel } from "./choice-label.ts";

type ButtonControl = Extract<Control, { kind: "button" }>;

/** What Telegram takes behind a button, in bytes. */
const MOST_TOKEN_BYTES = 64;
const MOST_BUTTONS = 100;
const ROW_CHARS = 30;
const ROW_BUTTONS = 3;

export interface Keyboard {
  readonly rows: InlineKeyboard;
  /** Whether each button stands there. */
  readonly isWhole: boolean;
}

/** The buttons under a message; short ones share a row. */
export function keyboardOf(controls: readonly Control[]): Keyboard {
  const choices = controls.flatMap(choicesOf);
  const held = choices.filter(isPressable).slice(0, MOST_BUTTONS);
  return { rows: rowsOf(held.map(buttonOf)), isWhole: held.length === choices.length };
}

function choicesOf(control: Control): readonly (Choice | ButtonControl)[] {
  if (control.kind === "button") return [control];
  return control.kind === "select" && control.max === 1 ? control.options : [];
}

function isPressable({ token, label }: Choice): boolean {
  const bytes = Buffer.byteLength(token);
  return bytes > 0 && bytes <= MOST_TOKEN_BYTES && buttonLabel(label) !== "";
}

function buttonOf(choice: Choice | ButtonControl): CallbackButton {
  const button = { text: buttonLabel(choice.label), callback_data: choice.token };
  const style = "style" in choice ? choice.style : undefined;
  return style === undefined ? button : { ...button, style };
}

function rowsOf(buttons: readonly CallbackButton[]): InlineKeyboard {
  const rows: CallbackButton[][] = [];
  let chars = 0;
  for (const button of buttons) {
    const row = rows.at(-1);
    chars += button.text.length;
    if (row === undefined || row.length === ROW_BUTTONS || chars > ROW_CHARS) {
      rows.push([button]);
      chars = button.text.length;
    } else row.push(button);
  }
  return rows;
}
