import type { Suspension } from "../../channels/console/terminal.ts";
import type { Output } from "./output.ts";

/** By then a process is stopped, unless no shell looks after it. */
const STOPPED_MS = 100;

/**
 * For a program that others rely on: a person who presses Ctrl-Z has to know that it stops for them
 * too.
 */
export function suspensionOf(what: string): Suspension {
  return {
    before: `${what} is suspended: agents wait. It goes on with fg.`,
    after: `${what} goes on.`,
  };
}

/**
 * Tells of Ctrl-Z where no prompt takes it as a key, and leaves the stop to the system.
 *
 * @returns ends the telling, for a prompt that tells of it itself.
 */
export function tellOfSuspension(
  output: Pick<Output, "note">,
  { before, after }: Suspension,
): () => void {
  if (process.platform === "win32") return () => {};
  const onStop = () => {
    output.note(before);
    process.off("SIGTSTP", onStop).once("SIGCONT", () => output.note(after));
    process.kill(process.pid, "SIGTSTP");
    setTimeout(() => isTold && process.on("SIGTSTP", onStop), STOPPED_MS).unref();
  };
  let isTold = true;
  process.on("SIGTSTP", onStop);
  return () => {
    isTold = false;
    process.off("SIGTSTP", onStop);
  };
}
