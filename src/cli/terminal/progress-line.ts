import { clearScreenDown, cursorTo } from "node:readline";

/** One line at the bottom of the terminal that is rewritten again and again. */
export interface ProgressLine {
  set(text: string): void;
  /** Hides it while something else is written, and shows it again. */
  aside(write: () => void): void;
  /** Hides it until it is resumed; several callers may want that at once. */
  pause(): void;
  resume(): void;
  close(): void;
}

export interface ProgressOptions {
  readonly stream: NodeJS.WriteStream;
  dress(text: string): string;
}

/** A progress line on a terminal; does nothing if there is no terminal. */
export function createProgressLine({ stream, dress }: ProgressOptions): ProgressLine {
  let text = "";
  let paused = 0;
  let isShown = false;

  function hide(): void {
    if (!isShown) return;
    cursorTo(stream, 0);
    clearScreenDown(stream);
    isShown = false;
  }

  function show(): void {
    if (paused > 0 || text === "" || !stream.isTTY) return;
    cursorTo(stream, 0);
    clearScreenDown(stream);
    // A line that the terminal wraps could not be removed again.
    stream.write(dress(text.slice(0, Math.max(stream.columns - 1, 0))));
    isShown = true;
  }

  return {
    set(next) {
      text = next;
      show();
    },
    aside(write) {
      hide();
      write();
      show();
    },
    pause() {
      paused += 1;
      hide();
    },
    resume() {
      paused -= 1;
      show();
    },
    close() {
      hide();
      text = "";
    },
  };
}
