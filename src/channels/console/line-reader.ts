import type { Key } from "node:readline";
import { createKeyboard } from "./keyboard.ts";
import { createLineEditor, type LineEditor } from "./line-editor.ts";
import { pause } from "./pause.ts";
import type { Terminal } from "./terminal.ts";

/** How a prompt ended. An empty line is a line; a paste may have brought line breaks into it. */
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
  /** The next prompt takes another's place: Enter may still be meant for what stood there before. */
  turn(): void;
  /** Prints above the line that is being typed. */
  print(text: string): void;
  /** What has been printed and is asked about: it is shown once more where the process was stopped. */
  about(text: string): void;
  /** How wide the terminal is now. */
  columns(): number | undefined;
  /** How many lines it shows at once. */
  rows(): number | undefined;
  close(): void;
}

/** Whoever has not touched a key for this long has looked up and sees what has changed. */
const REST_MS = 1_000;
/** A prompt in the place of another has to stand for so long before Enter can be meant for it. */
const READ_MS = 500;

/*
 * The terminal's own line editing ends a line at 4,095 bytes, so the characters come raw and Node's
 * line editor puts them together.
 */
export function createLineReader(terminal: Terminal, whileIdle?: WhileIdle): LineReader {
  const { output } = terminal;
  const ahead: string[] = [];
  let made: LineEditor | undefined;
  let finish: ((typed: Typed) => void) | undefined;
  let shown = "";
  /** Of keys that nothing had asked for. */
  let lastKeyAt = Number.NEGATIVE_INFINITY;
  let pressedAt = Number.NEGATIVE_INFINITY;
  /** What is asked next takes the place of something else. */
  let isTurned = false;
  /** Until then Enter ends nothing: it was meant for what stood there before. */
  let heldUntil = Number.NEGATIVE_INFINITY;
  /** Within one dialogue the next prompt is expected, and only Enter pressed twice is held. */
  let holdsOnlyEmpty = false;
  /** Enter was pressed while it was held: what follows at once is another line. */
  let isBroken = false;
  const isHeld = () => performance.now() < heldUntil;
  const keyboard = createKeyboard(terminal, {
    key: onKey,
    paste: (text) => insert(text),
    end: () => settle({ kind: "end" }),
    resumed() {
      if (finish !== undefined && shown !== "") output.write(`${shown}\n`);
      made?.redraw();
    },
  });

  function editor(): LineEditor {
    made ??= createLineEditor(output, (text) => settle({ kind: "line", text }));
    return made;
  }

  function onKey(text: string | undefined, key: Key): void {
    const { name, ctrl } = key;
    if (ctrl === true && name === "z" && process.platform !== "win32") keyboard.suspend();
    else if (ctrl === true && name === "c") {
      editor().drop();
      settle({ kind: "interrupt" });
    } else if (ctrl === true && name === "d" && editor().text === "") {
      output.write("\n");
      settle({ kind: "end" });
    } else edit(text, key);
  }

  function edit(text: string | undefined, key: Key): void {
    const isEnter = key.name === "return" || key.name === "enter";
    const isEmpty = editor().text === "";
    if (noteKey() && isEnter && (isEmpty || !holdsOnlyEmpty)) isBroken = !isEmpty;
    else {
      if (!isEnter && text !== undefined) breakLine();
      editor().key(text, key);
    }
  }

  function insert(text: string): void {
    noteKey();
    breakLine();
    editor().insert(text);
  }

  /** True while Enter is held; hands that go on typing have not looked up, and hold it longer. */
  function noteKey(): boolean {
    pressedAt = performance.now();
    if (isHeld()) {
      heldUntil = pressedAt + READ_MS;
      return true;
    }
    isBroken = false;
    lastKeyAt = pressedAt;
    return false;
  }

  function breakLine(): void {
    if (isBroken) editor().insert("\n");
    isBroken = false;
  }

  /** Ends the prompt there is; what is typed behind its end belongs to no prompt. */
  function settle(typed: Exclude<Typed, { kind: "released" }>): void {
    const done = finish;
    finish = undefined;
    const isSecret = endHidden(typed);
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
  function endHidden({ kind }: Typed): boolean {
    if (made?.isHidden !== true) return false;
    made.reveal();
    if (kind === "line") output.write("\n");
    return kind === "line";
  }

  /** Waits while somebody types a line that no prompt asked for, then takes it away. */
  async function untilRest(line: LineEditor, signal: AbortSignal | undefined): Promise<void> {
    if (whileIdle === undefined) return;
    for (;;) {
      if (signal?.aborted === true) return;
      const leftMs = lastKeyAt + REST_MS - performance.now();
      if (leftMs <= 0) break;
      await pause(leftMs, signal);
    }
    // What was typed for a prompt that has gone stays, to be sent by another Enter.
    if (!isHeld()) dropBegun(line, whileIdle);
  }

  async function untilRested(signal?: AbortSignal): Promise<void> {
    // What is on the screen since now counts as seen only by hands that rest from now.
    heldUntil = Number.NEGATIVE_INFINITY;
    lastKeyAt = performance.now();
    await untilRest(editor(), signal);
  }

  function dropBegun(line: LineEditor, tell: WhileIdle): void {
    const begun = line.text === "" ? "" : line.clear();
    // What was typed unseen is shown to nobody, whatever became of its prompt.
    if (line.isHidden) line.reveal();
    else if (begun !== "") tell({ kind: "line", text: begun });
  }

  async function prompted(
    show: (line: LineEditor) => void,
    signal: AbortSignal | undefined,
  ): Promise<Typed> {
    const line = editor();
    keyboard.hold();
    await untilRest(line, signal);
    const typed = await answerTo(line, show, signal);
    line.forgetPrompt();
    if (whileIdle === undefined) keyboard.release();
    return typed;
  }

  async function answerTo(
    line: LineEditor,
    show: (line: LineEditor) => void,
    signal: AbortSignal | undefined,
  ): Promise<Typed> {
    if (signal?.aborted === true) return { kind: "released", draft: "" };
    const { promise, resolve } = Promise.withResolvers<Typed>();
    holdEnter();
    finish = resolve;
    show(line);
    const onAbort = () => resolve(released(line));
    signal?.addEventListener("abort", onAbort, { once: true });
    return await promise.finally(() => signal?.removeEventListener("abort", onAbort));
  }

  function holdEnter(): void {
    const now = performance.now();
    const isMoving = isHeld() || now - pressedAt < REST_MS;
    holdsOnlyEmpty = !isTurned;
    // A program that asks one thing after another may be typed ahead.
    if (isMoving && (isTurned || whileIdle !== undefined)) heldUntil = now + READ_MS;
    isTurned = false;
  }

  /** Another was faster, perhaps under moving hands: what they go on typing is meant for nothing else. */
  function released(line: LineEditor): Typed {
    finish = undefined;
    isTurned = true;
    holdsOnlyEmpty = false;
    pressedAt = performance.now();
    const draft = line.clear();
    lastKeyAt = line.isHidden ? pressedAt : Number.NEGATIVE_INFINITY;
    heldUntil = line.isHidden ? Number.NEGATIVE_INFINITY : pressedAt + READ_MS;
    return { kind: "released", draft: line.isHidden ? "" : draft };
  }

  const read: LineReader["read"] = (prompt, signal) =>
    prompted((line) => {
      const typedAhead = ahead.shift();
      if (typedAhead === undefined) line.prompt(prompt);
      else {
        output.write(`${prompt}${typedAhead}\n`);
        settle({ kind: "line", text: typedAhead });
      }
    }, signal);

  const readHidden: LineReader["readHidden"] = (prompt, signal) =>
    prompted((line) => line.hide(prompt), signal);

  function print(text: string): void {
    if (made === undefined || (finish === undefined && made.text === "")) {
      output.write(`${text}\n`);
      return;
    }
    made.erase();
    output.write(`${text}\n`);
    made.redraw();
  }

  if (whileIdle !== undefined) keyboard.hold();
  return {
    read,
    readHidden,
    untilRested,
    turn() {
      isTurned = true;
    },
    print,
    about(text) {
      shown = text;
    },
    columns: () => output.columns,
    rows: () => output.rows,
    close() {
      finish = undefined;
      made?.close();
      made = undefined;
      keyboard.close();
    },
  };
}
