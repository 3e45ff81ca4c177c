import { emitKeypressEvents, type Key } from "node:readline";
import type { Terminal } from "./terminal.ts";

/** What comes from a keyboard while it is held. */
export interface Hands {
  /** One key, and the text it stands for, if any. */
  key(text: string | undefined, key: Key): void;
  /** A whole paste with its line breaks; nothing in it counts as a key. */
  paste(text: string): void;
  /** Nothing more will come, because the terminal has gone. */
  end(): void;
  /**
   * The process was stopped and continues. The screen has changed, and no line holds what was typed
   * in between.
   */
  resumed(): void;
}

/** The keys of a terminal, one by one, while it is held. Otherwise the terminal stays as it was. */
export interface Keyboard {
  hold(): void;
  /** Gives the keyboard back, so that Ctrl-C is a signal again. */
  release(): void;
  /** What Ctrl-Z does: it stops the whole job. */
  suspend(): void;
  close(): void;
}

const ESCAPE = "\u001b";
/** Asks the terminal to say where a paste begins and ends. */
const PASTE_ON = `${ESCAPE}[?2004h`;
const PASTE_OFF = `${ESCAPE}[?2004l`;

/** A signal that ends a process without a listener, leaving no time to restore the terminal. */
const ENDS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** A process that no shell manages is not stopped, and needs its keyboard back. */
const NOT_STOPPED_MS = 100;
/** By then, everything typed earlier has arrived. */
export const TYPED_MS = 50;
export const DROPPED = "What was typed while this was stopped has been dropped.";
/** No paste pauses this long: its end was lost, and Ctrl-C belongs to a person again. */
const LOST_END_MS = 1_000;

export function createKeyboard(terminal: Terminal, hands: Hands): Keyboard {
  const { input, output, suspension } = terminal;
  const pastes = createPastes(hands);
  let isHeld = false;
  let isSuspended = false;
  /** These keys may have been meant for another program, so they are discarded. */
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
    // On a busy machine the time can be over before anything was read.
    setTimeout(() => setImmediate(taken), TYPED_MS);
  };
  const taken = () => {
    if (!drops || isSuspended) return;
    drops = false;
    // Announced once keys count again: from then on a person may type.
    if (isTold && suspension !== undefined) output.write(`${suspension.after}\n`);
    if (hasDropped) output.write(`${DROPPED}\n`);
    isTold = false;
    hasDropped = false;
    if (isHeld) hands.resumed();
  };
  const onEnd = (signal: NodeJS.Signals) => {
    // If somebody else listens too, they end the process in order, or not at all.
    if (process.listenerCount(signal) > 1) return;
    release();
    process.kill(process.pid, signal);
  };

  function hold(): void {
    if (isHeld) return;
    isHeld = true;
    modes(true);
    process.on("exit", restore).on("SIGCONT", resume);
    // Comes first, while one-time listeners can still be counted.
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
      // Its keys are read before SIGCONT arrives.
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

  /** Control characters in a paste are neither keys nor text. */
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
