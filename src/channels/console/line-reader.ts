import {
  clearScreenDown,
  createInterface,
  cursorTo,
  type Interface,
  moveCursor,
} from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { Terminal } from "./terminal.ts";

/** How a prompt ended. An empty line is a line. */
export type Typed =
  | { readonly kind: "line"; readonly text: string }
  | { readonly kind: "end" }
  | { readonly kind: "interrupt" }
  /** The signal ended it; `draft` is what stood on the line. */
  | { readonly kind: "released"; readonly draft: string };

/**
 * What happens while nothing is asked. With it the reader keeps the keyboard all the time, and a line
 * that was begun before a prompt goes to this function: it cannot answer a question that nobody had
 * seen, so a prompt also waits until the hands that type such a line rest. Without it the keyboard is
 * given back between prompts and the next prompt takes such a line, as programs that read lines do.
 */
export type WhileIdle = (typed: Exclude<Typed, { kind: "released" }>) => void;

/** Reads lines from a terminal exactly as they are typed, of any length. One prompt at a time. */
export interface LineReader {
  read(prompt: string, signal?: AbortSignal): Promise<Typed>;
  /** The same without a trace of the keys on the screen; also not of a line that was given up. */
  readHidden(prompt: string, signal?: AbortSignal): Promise<Typed>;
  /**
   * Waits until nobody has touched a key for as long as it takes to look up, counted from now at the
   * earliest. Lines that end before go to `WhileIdle`, and one that was begun is taken away.
   */
  untilRested(signal?: AbortSignal): Promise<void>;
  /** Prints above the line that is being typed. */
  print(text: string): void;
  /** How wide the terminal is now. */
  columns(): number | undefined;
  /** How many lines it shows at once. */
  rows(): number | undefined;
  close(): void;
}

/**
 * `prevRows` counts the rows above the cursor that the editor believes to have drawn. It draws
 * nothing while it has no `output`.
 */
type Editor = Interface & { prevRows?: number; output?: NodeJS.WritableStream | undefined };

/** Whoever has not touched a key for this long has looked up and sees what has changed. */
const REST_MS = 1_000;

/*
 * The terminal's own line editing ends a line at 4,095 bytes, so the characters come raw and Node's
 * line editor puts them together.
 */
export function createLineReader(terminal: Terminal, whileIdle?: WhileIdle): LineReader {
  const { input, output } = terminal;
  const ahead: string[] = [];
  let editor: Editor | undefined;
  let finish: ((typed: Typed) => void) | undefined;
  let lastKeyAt = Number.NEGATIVE_INFINITY;
  /** The prompt of a line that is typed unseen, from its beginning until the line is over. */
  let unseen: string | undefined;
  const noteKey = () => {
    lastKeyAt = performance.now();
  };

  /** Ends the prompt there is; what is typed behind its end belongs to no prompt. */
  function settle(typed: Exclude<Typed, { kind: "released" }>): void {
    const done = finish;
    finish = undefined;
    const isSecret = endUnseen(typed);
    if (done !== undefined) {
      // The keys of an answer do not hold up the next question.
      lastKeyAt = Number.NEGATIVE_INFINITY;
      done(typed);
    } else if (!isSecret) unasked(typed);
  }

  function unasked(typed: Exclude<Typed, { kind: "released" }>): void {
    if (whileIdle !== undefined) whileIdle(typed);
    else if (typed.kind === "line") ahead.push(typed.text);
  }

  /** True for a line that was typed unseen. */
  function endUnseen({ kind }: Typed): boolean {
    if (unseen === undefined) return false;
    reveal();
    if (kind === "line") output.write("\n");
    return kind === "line";
  }

  function open(): Editor {
    if (editor !== undefined) return editor;
    const made: Editor = createInterface({
      input,
      output,
      terminal: true,
      historySize: 0,
      prompt: "",
    });
    made.on("line", (text) => settle({ kind: "line", text }));
    made.on("SIGINT", () => {
      drop(made);
      settle({ kind: "interrupt" });
    });
    made.on("close", () => {
      if (editor !== made) return;
      editor = undefined;
      output.write("\n");
      settle({ kind: "end" });
    });
    editor = made;
    return made;
  }

  function hide(line: Editor, prompt: string): void {
    unseen = prompt;
    line.output = undefined;
    output.write(prompt);
  }

  function reveal(): void {
    unseen = undefined;
    if (editor !== undefined) editor.output = output;
  }

  /** Gives the keyboard back: outside a prompt Ctrl-C is a signal again. */
  function rest(): void {
    if (whileIdle !== undefined) return;
    input.setRawMode(false);
    editor?.pause();
    input.pause();
  }

  /** Clears the rows of the prompt and leaves the cursor where they began. */
  function erase(line: Editor): void {
    moveCursor(output, 0, -line.getCursorPos().rows);
    cursorTo(output, 0);
    clearScreenDown(output);
    line.prevRows = 0;
  }

  /** Empties the editor without a trace; returns what stood in it. */
  function clear(line: Editor): string {
    const draft = line.line;
    erase(line);
    line.setPrompt("");
    line.write(null, { ctrl: true, name: "e" });
    line.write(null, { ctrl: true, name: "u" });
    erase(line);
    return draft;
  }

  /** Leaves the line on the screen as it is and begins an empty one below. */
  function drop(line: Editor): void {
    line.write(null, { ctrl: true, name: "e" });
    output.write("\n");
    line.prevRows = 0;
    line.setPrompt("");
    line.write(null, { ctrl: true, name: "u" });
  }

  /** Waits while somebody types a line that no prompt asked for, then takes it away. */
  async function untilRest(line: Editor, signal: AbortSignal | undefined): Promise<void> {
    if (whileIdle === undefined) return;
    for (;;) {
      if (signal?.aborted === true) return;
      const leftMs = lastKeyAt + REST_MS - performance.now();
      if (leftMs <= 0) break;
      await sleep(leftMs, undefined, { signal }).catch(() => {});
    }
    dropBegun(line, whileIdle);
  }

  async function untilRested(signal?: AbortSignal): Promise<void> {
    // What is on the screen since now counts as seen only by hands that rest from now.
    noteKey();
    await untilRest(open(), signal);
  }

  function dropBegun(line: Editor, tell: WhileIdle): void {
    const begun = line.line === "" ? "" : clear(line);
    // What was typed unseen is shown to nobody, whatever became of its prompt.
    if (unseen !== undefined) reveal();
    else if (begun !== "") tell({ kind: "line", text: begun });
  }

  async function prompted(ask: (line: Editor) => Promise<Typed>, signal: AbortSignal | undefined) {
    const line = open();
    input.setRawMode(true);
    line.resume();
    await untilRest(line, signal);
    const typed = await ask(line);
    line.setPrompt("");
    rest();
    return typed;
  }

  const read: LineReader["read"] = (prompt, signal) =>
    prompted((line) => nextLine(line, prompt, signal), signal);

  const readHidden: LineReader["readHidden"] = (prompt, signal) =>
    prompted(async (line) => {
      if (signal?.aborted === true) return { kind: "released", draft: "" };
      hide(line, prompt);
      const typed = await answerTo(line, signal);
      return typed.kind === "released" ? { kind: "released", draft: "" } : typed;
    }, signal);

  async function nextLine(
    line: Editor,
    prompt: string,
    signal: AbortSignal | undefined,
  ): Promise<Typed> {
    if (signal?.aborted === true) return { kind: "released", draft: "" };
    const typedAhead = ahead.shift();
    if (typedAhead !== undefined) {
      output.write(`${prompt}${typedAhead}\n`);
      return { kind: "line", text: typedAhead };
    }
    line.setPrompt(prompt);
    line.prompt(true);
    return await answerTo(line, signal);
  }

  async function answerTo(line: Editor, signal: AbortSignal | undefined): Promise<Typed> {
    const { promise, resolve } = Promise.withResolvers<Typed>();
    finish = resolve;
    const onAbort = () => {
      finish = undefined;
      resolve({ kind: "released", draft: clear(line) });
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    return await promise.finally(() => signal?.removeEventListener("abort", onAbort));
  }

  function print(text: string): void {
    if (editor === undefined || (finish === undefined && editor.line === "")) {
      output.write(`${text}\n`);
      return;
    }
    erase(editor);
    output.write(`${text}\n`);
    if (unseen === undefined) editor.prompt(true);
    else output.write(unseen);
  }

  if (whileIdle !== undefined) {
    open();
    // Before the editor's own listener, whose line end is to have the last word.
    input.prependListener("keypress", noteKey);
  }
  return {
    read,
    readHidden,
    untilRested,
    print,
    columns: () => output.columns,
    rows: () => output.rows,
    close() {
      finish = undefined;
      const last = editor;
      editor = undefined;
      last?.close();
      if (last !== undefined) input.setRawMode(false);
      input.off("keypress", noteKey);
      input.pause();
    },
  };
}
