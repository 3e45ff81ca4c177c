import { emitKeypressEvents, type Key } from "node:readline";
import type { Terminal } from "./terminal.ts";

/** What comes from a keyboard that is held. */
export interface Hands {
  /** One key; the text that it stands for, where it stands for one. */
  key(text: string | undefined, key: Key): void;
  /** A paste as a whole, with its line breaks; nothing in it is a key. */
  paste(text: string): void;
  /** Nothing more comes: the terminal has gone. */
  end(): void;
  /**
   * The process was stopped and goes on: what was on the screen is not there any more, and what was
   * typed in between is in no line.
   */
  resumed(): void;
}

/** The keys of a terminal, one by one, while they are held; the terminal is as it was whenever not. */
export interface Keyboard {
  hold(): void;
  /** Gives the keyboard back: Ctrl-C is a signal again. */
  release(): void;
  /** What Ctrl-Z does: stops the whole job. */
  suspend(): void;
  close(): void;
}

const ESCAPE = "\u001b";
/** Has the terminal say where a paste begins and ends. */
const PASTE_ON = `${ESCAPE}[?2004h`;
const PASTE_OFF = `${ESCAPE}[?2004l`;

/** What ends a process that listens for nothing, and so leaves no time to give the terminal back. */
const ENDS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** A process that no shell looks after is not stopped, and needs its keyboard again. */
const NOT_STOPPED_MS = 100;
/** What was typed already has come by then. */
export const TYPED_MS = 50;
export const DROPPED = "What was typed while this was stopped has been dropped.";
/** No paste pauses for so long: its end was lost, and Ctrl-C is a person's again. */
const LOST_END_MS = 1_000;

export function createKeyboard(terminal: Terminal, hands: Hands): Keyboard {
  const { input, output, suspension } = terminal;
  const pastes = createPastes(hands);
  let isHeld = false;
  let isSuspended = false;
  /** Whoever typed it may have seen another program: until it has been read it is nobody's keys. */
  let drops = false;
  let hasDropped = false;
  let isTold = false;

  function modes(areOurs: boolean): void {
    input.setRawMode(areOurs);
    output.write(areOurs ? PASTE_ON : PASTE_OFF);
  }
  const restore = () => void output.write(PASTE_OFF);
  const onKey: Hands["key"] = (text, key) => {
    if (drops) hasDropped = true;
    else pastes.key(text, key);
  };
  const resume = () => {
    isSuspended = false;
    drops = true;
    modes(true);
    // On a machine that is busy the time can be over before anything was read.
    setTimeout(() => setImmediate(taken), TYPED_MS);
  };
  const taken = () => {
    if (!drops || isSuspended) return;
    drops = false;
    // Said once keys count again: whoever reads it may type.
    if (isTold && suspension !== undefined) output.write(`${suspension.after}\n`);
    if (hasDropped) output.write(`${DROPPED}\n`);
    isTold = false;
    hasDropped = false;
    if (isHeld) hands.resumed();
  };
  const onEnd = (signal: NodeJS.Signals) => {
    // Whoever listens as well ends in order, or not at all.
    if (process.listenerCount(signal) > 1) return;
    release();
    process.kill(process.pid, signal);
  };

  function hold(): void {
    if (isHeld) return;
    isHeld = true;
    modes(true);
    process.on("exit", restore).on("SIGCONT", resume);
    // First, while those that listen once are still to be counted.
    for (const signal of ENDS) process.prependListener(signal, onEnd);
    input.resume();
  }

  function release(): void {
    if (!isHeld) return;
    isHeld = false;
    modes(false);
    process.off("exit", restore).off("SIGCONT", resume);
    for (const signal of ENDS) process.off(signal, onEnd);
    input.pause();
  }

  emitKeypressEvents(input);
  input.on("keypress", onKey).on("end", hands.end).on("error", hands.end);
  return {
    hold,
    release,
    suspend() {
      isSuspended = true;
      // Its keys are read before SIGCONT is heard.
      drops = true;
      modes(false);
      isTold = true;
      if (suspension !== undefined) output.write(`\n${suspension.before}\n`);
      process.kill(0, "SIGTSTP");
      setTimeout(() => isHeld && isSuspended && resume(), NOT_STOPPED_MS);
    },
    close() {
      release();
      input.off("keypress", onKey).off("end", hands.end).off("error", hands.end);
    },
  };
}

/** Tells pastes from keys. */
function createPastes(hands: Pick<Hands, "key" | "paste">): Pick<Hands, "key"> {
  let pasted: string | undefined;
  let lastAt = 0;
  let wasReturn = false;

  /** Control characters in a paste are nobody's keys, and no text. */
  function textOf(text: string | undefined, { name, ctrl }: Key): string {
    const isLineFeed = name === "enter" && wasReturn;
    wasReturn = name === "return";
    if (isLineFeed) return "";
    if (name === "return" || name === "enter") return "\n";
    if (name === "tab") return "\t";
    return ctrl === true || text === undefined || /^\p{Cc}/u.test(text) ? "" : text;
  }

  return {
    key(text, key) {
      const pauseMs = performance.now() - lastAt;
      lastAt += pauseMs;
      if (key.name === "paste-start") pasted = "";
      else if (pasted === undefined) hands.key(text, key);
      else if (key.name === "paste-end") {
        const whole = pasted;
        pasted = undefined;
        hands.paste(whole);
      } else if (key.ctrl === true && key.name === "c" && pauseMs > LOST_END_MS) {
        pasted = undefined;
        hands.key(text, key);
      } else pasted += textOf(text, key);
    },
  };
}
