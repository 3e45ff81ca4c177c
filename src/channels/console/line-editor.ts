import {
  clearScreenDown,
  createInterface,
  cursorTo,
  type Interface,
  type Key,
  moveCursor,
} from "node:readline";
import { PassThrough } from "node:stream";
import type { Terminal } from "./terminal.ts";

/**
 * Node's line editor, fed key by key, so that keys which end or stop something are handled before
 * it sees them. `prevRows` counts the rows above the cursor that it believes it has drawn. It draws
 * nothing while it has no `output`.
 */
type NodeEditor = Omit<Interface, "line" | "cursor"> & {
  line: string;
  cursor: number;
  prevRows?: number;
  output?: Terminal["output"] | undefined;
};

/** One line on the terminal that may contain line breaks. */
export interface LineEditor {
  readonly text: string;
  /** A key that edits, or Enter, which ends the line. */
  key(text: string | undefined, key: Key): void;
  /** Inserts a text at the cursor, with its line breaks. */
  insert(text: string): void;
  /** Shows the prompt with the text of the line. */
  prompt(prompt: string): void;
  /** Shows the prompt, but nothing of the line until `reveal`. */
  hide(prompt: string): void;
  reveal(): void;
  readonly isHidden: boolean;
  /** From now on the line has no prompt. */
  forgetPrompt(): void;
  /** Draws the line again at the cursor's current place. */
  redraw(): void;
  /** Takes it off the screen until it is drawn again. */
  erase(): void;
  /** Empties it without a trace, and returns its text. */
  clear(): string;
  /** Leaves it on the screen and begins an empty line below. */
  drop(): void;
  close(): void;
}

/**
 * For these keys the editor uses its history, or moves between lines without counting wrapped ones.
 */
const NO_KEYS: ReadonlySet<string | undefined> = new Set(["up", "down"]);

export function createLineEditor(
  output: Terminal["output"],
  onLine: (text: string) => void,
): LineEditor {
  const keys = new PassThrough();
  const options = { input: keys, output, terminal: true, historySize: 0, prompt: "" };
  const editor = createInterface(options) as NodeEditor;
  editor.on("line", onLine);
  /** The prompt of a hidden line. */
  let hidden: string | undefined;

  function erase(): void {
    moveCursor(output, 0, -editor.getCursorPos().rows);
    cursorTo(output, 0);
    clearScreenDown(output);
    editor.prevRows = 0;
  }

  function draw(): void {
    if (hidden === undefined) editor.prompt(true);
    else output.write(hidden);
  }

  function empty(): void {
    editor.line = "";
    editor.cursor = 0;
    editor.prevRows = 0;
    editor.setPrompt("");
  }

  /** Deleting nothing makes the editor read its line again and notice the line breaks in it. */
  function seeBreaks(): void {
    editor.cursor = 0;
    editor.write(null, { ctrl: true, name: "u" });
  }

  return {
    get text() {
      return editor.line;
    },
    key(text, key) {
      if (!NO_KEYS.has(key.name)) keys.emit("keypress", text, key);
    },
    insert(text) {
      // No secret has a line break, and nobody would notice that one was pasted with it.
      const added = hidden === undefined ? text : text.replace(/\n/g, "");
      const at = editor.cursor;
      editor.line = editor.line.slice(0, at) + added + editor.line.slice(at);
      if (added.includes("\n")) seeBreaks();
      editor.cursor = at + added.length;
      if (hidden === undefined) editor.prompt(true);
    },
    prompt(prompt) {
      editor.setPrompt(prompt);
      editor.prompt(true);
    },
    hide(prompt) {
      hidden = prompt;
      editor.output = undefined;
      output.write(prompt);
    },
    reveal() {
      hidden = undefined;
      editor.output = output;
    },
    get isHidden() {
      return hidden !== undefined;
    },
    forgetPrompt: () => editor.setPrompt(""),
    redraw() {
      editor.prevRows = 0;
      if (hidden !== undefined || editor.line !== "" || editor.getPrompt() !== "") draw();
    },
    erase,
    clear() {
      const draft = editor.line;
      erase();
      empty();
      return draft;
    },
    drop() {
      editor.write(null, { ctrl: true, name: "e" });
      output.write("\n");
      empty();
    },
    close: () => editor.close(),
  };
}
