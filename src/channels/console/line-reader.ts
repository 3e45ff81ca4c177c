import type { Key } from "node:readline";
import { createHands, type Hands } from "./hands.ts";
import { createKeyboard } from "./keyboard.ts";
import { createLineEditor, type LineEditor } from "./line-editor.ts";
import { pause } from "./pause.ts";
import type { Terminal } from "./terminal.ts";

/** How a prompt ended. An empty line counts as a line; a paste may have put line breaks into it. */
export type Typed =
  | { readonly kind: "line"; readonly text: string }
  | { readonly kind: "end" }
  | { readonly kind: "interrupt" }
  /** The signal ended it; `draft` is the text that was on the line. */
  | { readonly kind: "released"; readonly draft: string };

/**
 * Receives what is typed while nothing is asked. With it, the reader keeps the keyboard all the
 * time. A line begun before a prompt goes to this function, since it cannot answer a question that
 * nobody had seen; the prompt waits until those hands rest.
 *
 * Without it, the keyboard is given back between prompts, and the next prompt takes such a line, as
 * programs that read lines do.
 */
export type WhileIdle = (typed: Ended) => void;

/** Reads lines of any length from a terminal, exactly as they are typed. One prompt at a time. */
export interface LineReader {
  read(prompt: string, signal?: AbortSignal): Promise<Typed>;
  /** Reads without showing the keys on the screen, even for a line that was given up. */
  readHidden(prompt: string, signal?: AbortSignal): Promise<Typed>;
  /**
   * Waits until nobody has touched a key for as long as looking up takes, counted from now at the
   * earliest. Lines that end before that go to `WhileIdle`, and a line that was begun is removed.
   */
  untilRested(signal?: AbortSignal): Promise<void>;
  /** The next prompt replaces another, so Enter may still be meant for the old one. */
  turn(): void;
  /** Prints above the line that is being typed. */
  print(text: string): void;
  /**
   * Text that was printed and is being asked about. It is shown again after the process was
   * stopped.
   */
  about(text: string): void;
  /** The current width of the terminal. */
  columns(): number | undefined;
  /** How many lines the terminal shows at once. */
  rows(): number | undefined;
  close(): void;
}

type Ended = Exclude<Typed, { kind: "released" }>;

/*
 * The terminal's own line editing ends a line at 4,095 bytes, so the characters come raw and Node's
 * line editor puts them together.
 */
export function createLineReader(terminal: Terminal, whileIdle?: WhileIdle): LineReader {
  const { output } = terminal;
  const hands = createHands();
  const ahead: string[] = [];
  let made: LineEditor | undefined;
  let shown = "";
  const prompt = createPrompt({ output, hands, whileIdle, ahead, made: () => made });
  const { settle } = prompt;
  const typing = createTyping({ output, hands, editor, settle, suspend: () => keyboard.suspend() });
  const keyboard = createKeyboard(terminal, {
    key: typing.key,
    paste: typing.insert,
    end: () => settle({ kind: "end" }),
    resumed() {
      if (prompt.isOpen() && shown !== "") output.write(`${shown}\n`);
      made?.redraw();
    },
  });

  function editor(): LineEditor {
    made ??= createLineEditor(output, (text) => settle({ kind: "line", text }));
    return made;
  }

  async function prompted(show: Show, signal: AbortSignal | undefined): Promise<Typed> {
    const line = editor();
    keyboard.hold();
    const typed = await prompt.ask(line, show, signal);
    if (whileIdle === undefined) keyboard.release();
    return typed;
  }

  function showOrTake(line: LineEditor, text: string): void {
    const typedAhead = ahead.shift();
    if (typedAhead === undefined) line.prompt(text);
    else {
      output.write(`${text}${typedAhead}\n`);
      settle({ kind: "line", text: typedAhead });
    }
  }

  if (whileIdle !== undefined) keyboard.hold();
  return {
    read: (text, signal) => prompted((line) => showOrTake(line, text), signal),
    readHidden: (text, signal) => prompted((line) => line.hide(text), signal),
    async untilRested(signal) {
      hands.restFrom(performance.now());
      await prompt.untilRest(editor(), signal);
    },
    turn: hands.turn,
    print(text) {
      const isAlone = made === undefined || (!prompt.isOpen() && made.text === "");
      if (!isAlone) made?.erase();
      output.write(`${text}\n`);
      if (!isAlone) made?.redraw();
    },
    about(text) {
      shown = text;
    },
    columns: () => output.columns,
    rows: () => output.rows,
    close() {
      prompt.forget();
      made?.close();
      made = undefined;
      keyboard.close();
    },
  };
}

type Show = (line: LineEditor) => void;

interface PromptParts {
  readonly output: Terminal["output"];
  readonly hands: Hands;
  readonly whileIdle: WhileIdle | undefined;
  /** Takes lines that were typed before a prompt asked for them. */
  readonly ahead: string[];
  readonly made: () => LineEditor | undefined;
}

/** The current prompt, if any: shown when the hands rest, and ended once. */
function createPrompt({ output, hands, whileIdle, ahead, made }: PromptParts) {
  let finish: ((typed: Typed) => void) | undefined;

  /** Ends the current prompt. What is typed afterwards belongs to no prompt. */
  function settle(typed: Ended): void {
    const done = finish;
    finish = undefined;
    const isSecret = endHidden(typed);
    if (done !== undefined) {
      hands.answered();
      done(typed);
    } else if (!isSecret) unasked(typed);
  }

  function unasked(typed: Ended): void {
    if (whileIdle !== undefined) whileIdle(typed);
    else if (typed.kind === "line") ahead.push(typed.text);
  }

  /** True for a line that was typed unseen. */
  function endHidden({ kind }: Typed): boolean {
    const line = made();
    if (line?.isHidden !== true) return false;
    line.reveal();
    if (kind === "line") output.write("\n");
    return kind === "line";
  }

  /** Waits while somebody types a line that no prompt asked for, then takes it away. */
  async function untilRest(line: LineEditor, signal: AbortSignal | undefined): Promise<void> {
    if (whileIdle === undefined) return;
    for (;;) {
      if (signal?.aborted === true) return;
      const leftMs = hands.restMs(performance.now());
      if (leftMs <= 0) break;
      await pause(leftMs, signal);
    }
    // Text typed for a prompt that has gone stays, and another Enter can send it.
    if (!hands.isHeld(performance.now())) dropBegun(line, whileIdle);
  }

  async function answerTo(
    line: LineEditor,
    show: Show,
    signal: AbortSignal | undefined,
  ): Promise<Typed> {
    if (signal?.aborted === true) return { kind: "released", draft: "" };
    const { promise, resolve } = Promise.withResolvers<Typed>();
    hands.ask(performance.now(), whileIdle === undefined);
    finish = resolve;
    show(line);
    const onAbort = () => {
      finish = undefined;
      resolve(released(line, hands));
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    return await promise.finally(() => signal?.removeEventListener("abort", onAbort));
  }

  return {
    settle,
    untilRest,
    isOpen: () => finish !== undefined,
    async ask(line: LineEditor, show: Show, signal: AbortSignal | undefined): Promise<Typed> {
      await untilRest(line, signal);
      const typed = await answerTo(line, show, signal);
      line.forgetPrompt();
      return typed;
    },
    forget() {
      finish = undefined;
    },
  };
}

function dropBegun(line: LineEditor, tell: WhileIdle): void {
  const begun = line.text === "" ? "" : line.clear();
  // A line that was typed unseen is never shown, whatever became of its prompt.
  if (line.isHidden) line.reveal();
  else if (begun !== "") tell({ kind: "line", text: begun });
}

/** Another end was faster. */
function released(line: LineEditor, hands: Hands): Typed {
  const draft = line.clear();
  hands.release(performance.now(), line.isHidden);
  return { kind: "released", draft: line.isHidden ? "" : draft };
}

interface TypingParts {
  readonly output: Terminal["output"];
  readonly hands: Hands;
  readonly editor: () => LineEditor;
  readonly settle: (typed: Ended) => void;
  readonly suspend: () => void;
}

/** Passes keys to the line. */
function createTyping({ output, hands, editor, settle, suspend }: TypingParts) {
  /** Enter was pressed while it was held: what follows at once is another line. */
  let isBroken = false;

  /** True while Enter is held. */
  function noteKey(): boolean {
    const isHeld = hands.press(performance.now());
    if (!isHeld) isBroken = false;
    return isHeld;
  }

  function breakLine(): void {
    if (isBroken) editor().insert("\n");
    isBroken = false;
  }

  function edit(text: string | undefined, key: Key): void {
    const isEnter = key.name === "return" || key.name === "enter";
    const isEmpty = editor().text === "";
    if (noteKey() && isEnter && hands.holds(isEmpty)) isBroken = !isEmpty;
    else {
      if (!isEnter && text !== undefined) breakLine();
      editor().key(text, key);
    }
  }

  return {
    key(text: string | undefined, key: Key): void {
      const { name, ctrl } = key;
      if (ctrl === true && name === "z" && process.platform !== "win32") suspend();
      else if (ctrl === true && name === "c") {
        editor().drop();
        settle({ kind: "interrupt" });
      } else if (ctrl === true && name === "d" && editor().text === "") {
        output.write("\n");
        settle({ kind: "end" });
      } else edit(text, key);
    },
    insert(text: string): void {
      noteKey();
      breakLine();
      editor().insert(text);
    },
  };
}
