import { PassThrough } from "node:stream";

/** The keyboard of this terminal, for a dialogue with pauses between its questions. */
export interface HeldKeyboard {
  /** What a prompt reads. */
  readonly input: NodeJS.ReadStream;
  /** A prompt reads while this runs; it takes Ctrl-C itself. */
  asking<T>(ask: () => Promise<T>): Promise<T>;
  release(): void;
}

const CTRL_C = 3;

/**
 * Between two prompts a terminal would show whatever is typed, such as a token that somebody pastes
 * early. Until it is released nothing typed is shown, and it waits for the next prompt.
 */
export function holdKeyboard(): HeldKeyboard {
  const { stdin } = process;
  const keys = new PassThrough();
  // The terminal is in raw mode all the time, whatever a prompt wants.
  const input = Object.assign(keys, { isTTY: true, setRawMode: () => input });
  let asked = 0;
  const onData = (data: Buffer) => {
    if (asked === 0 && data.includes(CTRL_C)) process.kill(process.pid, "SIGINT");
    else keys.write(data);
  };
  const hold = () => {
    // Not known to be another mode after a stop, so that a mere `true` would change nothing.
    stdin.setRawMode(false);
    stdin.setRawMode(true);
    stdin.resume();
  };
  // The prompts use Node's line editor, which stops listening after Ctrl-Z and `fg`.
  const again = () => {
    hold();
    setImmediate(() => keys.resume());
  };
  stdin.on("data", onData);
  process.on("SIGCONT", again);
  hold();
  return {
    input: input as unknown as NodeJS.ReadStream,
    async asking(ask) {
      asked += 1;
      try {
        return await ask();
      } finally {
        asked -= 1;
      }
    },
    release() {
      stdin.off("data", onData);
      process.off("SIGCONT", again);
      stdin.setRawMode(false);
      stdin.pause();
    },
  };
}
