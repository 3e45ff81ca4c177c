import { once } from "node:events";
import { constants, openSync } from "node:fs";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { ReadStream, WriteStream } from "node:tty";
import * as nodePty from "@lydell/node-pty";
import { onTestFinished } from "vitest";
import { environment, PROGRAM, ROOT } from "./cli.ts";
import { talkInProcess } from "./in-process.ts";
import {
  earshotOnPty,
  LOOK_UP_MS,
  type Pty,
  type PtyExit,
  type PtyOptions,
  watched,
} from "./pty.ts";

/*
 * A command at a pseudo-terminal, within the process of the test: the terminal is a real one, and only the process
 * is not. Who sends signals, or has the terminal of a session, needs `earshotOnPty`. So does Windows, whose terminals
 * belong to a program.
 */

export type PtyHere = Omit<Pty, "pid" | "kill">;

/** What the package makes, and does not declare: a terminal without a program. */
interface Pair {
  readonly _master: Socket;
  readonly _slave: Socket;
  readonly _pty: string;
}
const openPair = Reflect.get(nodePty, "open") as (size: {
  readonly cols: number;
  readonly rows: number;
}) => Pair;

/** Stands behind all that a command has written: what it wrote last may come after its end. */
const END = "\u0019";

/** `earshot` on a terminal, ended with the test at the latest. */
export async function earshotAtPty(
  args: readonly string[],
  { env = {}, columns = 100 }: Omit<PtyOptions, "command"> = {},
): Promise<PtyHere> {
  if (process.platform === "win32") return earshotOnPty(args, { env, columns });
  const { _master: master, _slave: unused, _pty: path } = openPair({ cols: columns, rows: 40 });
  const open = () => openSync(path, constants.O_RDWR | constants.O_NOCTTY);
  const [stdin, screen] = [new ReadStream(open()), new WriteStream(open())];
  unused.destroy();
  // Who reads is in this process: to wait until it has read would be to wait forever.
  Reflect.get(screen, "_handle").setBlocking(false);
  const { promise: whole, resolve: endShown } = Promise.withResolvers<void>();
  const { promise: exited, resolve: end } = Promise.withResolvers<PtyExit>();
  const onData = (listener: (text: string) => void) =>
    void master.on("data", (text: string) => {
      listener(text.replaceAll(END, ""));
      if (text.includes(END)) endShown();
    });
  const pty = watched({ onData, exited }, columns);
  const terminal = { stdin, stdout: screen, stderr: screen, shows: once(master, "data") };
  const surroundings = { env: environment(env), cwd: ROOT, program: PROGRAM };
  const command = await talkInProcess(args, surroundings, terminal);
  void (async () => {
    const { code } = await command.finished;
    screen.write(END);
    await whole;
    end({ code: code ?? 1, signal: 0 });
  })();
  onTestFinished(async () => {
    command.interrupt();
    await exited;
    for (const stream of [stdin, screen, master]) stream.destroy();
  });
  const type = (text: string) => void master.write(text);
  return {
    ...pty,
    type,
    async typeRested(text) {
      await sleep(LOOK_UP_MS);
      type(text);
    },
  };
}
