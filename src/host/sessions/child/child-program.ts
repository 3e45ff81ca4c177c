import { type ChildProcess, spawn } from "node:child_process";
import type { Writable } from "node:stream";
import { createLineReader } from "./line-reader.ts";
import type { HostLine } from "./protocol.ts";

export interface ChildProgramOptions {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly onLine: (text: string) => void;
  /** A line that was too long to be read. */
  readonly onTooLong: () => void;
  /** What it writes for people. */
  readonly onNote: (text: string) => void;
}

export interface ChildProgram {
  send(line: HostLine): void;
  /** Ends it and everything that it has started, at once. */
  kill(): void;
  /** Resolves when it has gone and all its output was passed on. */
  readonly gone: Promise<{ readonly how: string }>;
}

const MAX_LINE_BYTES = 1024 * 1024;
const MAX_NOTE_BYTES = 16 * 1024;
const MAX_UNREAD_BYTES = 64 * 1024 * 1024;
const LIFELINE = 3;
/** Time for output that a program wrote just before it ended. */
const LINGER_MS = 1_000;

/*
 * A killed host cannot end anything. So the program comes with a watcher in its process group that
 * reads from a pipe to the host. A line says that the program has ended; the end of the pipe
 * without one says that the host has. Then the watcher kills the whole group.
 */
const WATCHED = `(read -r _ <&${LIFELINE} || kill -KILL -$$) </dev/null >/dev/null 2>&1 & exec "$@" ${LIFELINE}<&-`;

/** Starts a program that is an agent. If it cannot be started, it is gone at once. */
export function startChildProgram(options: ChildProgramOptions): ChildProgram {
  const { onLine, onTooLong, onNote } = options;
  const child = spawnWatched(options);
  const read = createLineReader({ maxBytes: MAX_LINE_BYTES, onLine, onTooLong });
  const note = createLineReader({
    maxBytes: MAX_NOTE_BYTES,
    onLine: onNote,
    onTooLong: () => onNote("(a line that is too long)"),
  });
  child.stdout?.on("data", read);
  child.stderr?.on("data", note);
  const lifeline = child.stdio[LIFELINE] as Writable | undefined;
  // A program that has gone reads nothing more; its end is reported elsewhere.
  for (const stream of [child.stdin, lifeline]) stream?.on("error", () => {});

  const { promise: gone, resolve } = Promise.withResolvers<{ readonly how: string }>();
  const kill = () => {
    if (child.exitCode === null && child.signalCode === null) killGroup(child);
  };
  process.once("exit", kill);
  child.once("exit", () => {
    // The watcher still waits, so the group certainly belongs to this program.
    killGroup(child);
    lifeline?.end("\n");
    setTimeout(closePipes, LINGER_MS).unref();
  });
  child.once("error", (error) => end(`it could not be started: ${error.message}`));
  child.once("close", (code, signal) =>
    end(signal === null ? `it ended with exit code ${code}` : `it was ended by ${signal}`),
  );

  function end(how: string): void {
    process.off("exit", kill);
    resolve({ how });
  }

  /** Processes that left the group may hold them for ever, which would block the session. */
  function closePipes(): void {
    for (const pipe of child.stdio) pipe?.destroy();
  }

  return {
    send(line) {
      if (child.stdin?.writable !== true) return;
      // A program that writes and never reads would make its host keep everything it is sent.
      if (child.stdin.writableLength > MAX_UNREAD_BYTES) kill();
      else child.stdin.write(`${JSON.stringify(line)}\n`);
    },
    kill,
    gone,
  };
}

function spawnWatched({ command, cwd, env }: ChildProgramOptions): ChildProcess {
  const [program = "", ...args] = command;
  if (process.platform === "win32") {
    return spawn(program, args, { cwd, env, stdio: "pipe", windowsHide: true });
  }
  return spawn("/bin/sh", ["-c", WATCHED, "sh", ...command], {
    cwd,
    env,
    detached: true,
    stdio: ["pipe", "pipe", "pipe", "pipe"],
  });
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill();
    else process.kill(-child.pid, "SIGKILL");
  } catch {
    // It has gone already.
  }
}
