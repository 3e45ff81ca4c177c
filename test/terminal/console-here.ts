import { PassThrough } from "node:stream";
import { type ConsoleEnd, runConsole } from "../../src/channels/console/run-console.ts";
import type { Terminal } from "../../src/channels/console/terminal.ts";
import { ENGLISH } from "../../src/channels/console/voice.ts";
import { typedFile } from "../../src/cli/requests/typed-file.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import { checkSchema } from "../../src/system/schema-check.ts";
import { eventually } from "../support/cli.ts";

/* An operator's console in this process, on a terminal that only holds what it is shown. */

export interface ConsoleHere {
  readonly screen: () => string;
  /** Keys as a terminal sends them; Enter is `\r`. */
  type(keys: string): void;
  /** Waits until the text stands anywhere on the screen. */
  shows(text: string): Promise<unknown>;
  /** Types by reflex, as soon as the text is shown again from now on. */
  typeAt(text: string, keys: string): Promise<void>;
  end(): Promise<ConsoleEnd>;
}

export function openConsole(earshot: Earshot, holds = false): ConsoleHere {
  const stop = new AbortController();
  const input = Object.assign(new PassThrough(), { setRawMode() {} });
  const output = new PassThrough();
  let screen = "";
  let changed = () => {};
  output.on("data", (text) => {
    screen += text;
    changed();
  });
  const terminal = { input, output } as unknown as Terminal;
  const greeting = "Here.";
  const desk = { earshot, terminal, voice: ENGLISH, checkSchema, readFile: typedFile, holds };
  const ended = runConsole({ ...desk, greeting, signal: stop.signal });
  return {
    screen: () => screen,
    type: (keys) => void input.write(keys),
    shows: (text) =>
      eventually(
        () => screen.includes(text),
        () => screen,
      ),
    typeAt(text, keys) {
      const from = screen.length;
      const { promise, resolve } = Promise.withResolvers<void>();
      changed = () => {
        if (!screen.includes(text, from)) return;
        changed = () => {};
        input.write(keys);
        resolve();
      };
      return promise;
    },
    async end() {
      stop.abort();
      return await ended;
    },
  };
}
