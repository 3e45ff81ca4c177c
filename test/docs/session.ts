import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { spawn as spawnPty } from "@lydell/node-pty";
import { createClient, type EarshotClient } from "../../src/client/client.ts";
import { startServer } from "../../src/compose/compose.ts";
import type { RunningServer } from "../../src/compose/server.ts";
import { answerFromText } from "../../src/domain/requests/answer-from-text.ts";
import { asQuestion } from "../../src/domain/requests/request.ts";
import { readKeyFile, readServerInfo } from "../../src/system/data-folder.ts";
import { codeVariables, environment, PROGRAM } from "../support/cli.ts";
import { makeEmptyDataFolder } from "../support/empty-record.ts";
import {
  type RunningHere,
  readsInput,
  runInProcess,
  runsInProcess,
  serveInProcess,
  servesInProcess,
} from "../support/in-process.ts";
import { PYTHON_SOURCES } from "../support/python.ts";
import type { Step } from "./page.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PATIENCE_MS = 30_000;
const POLL_MS = 50;

export interface Ran {
  readonly output: string;
  readonly exit: number;
}

/** A folder of its own in which the commands of one page run, one after another, in one shell. */
export interface Session {
  run(step: Step, env?: Readonly<Record<string, string>>): Promise<Ran>;
  /** Starts the server that the commands of a page without one of its own talk to. */
  serve(): Promise<void>;
  /** Starts a command that goes on; resolves once it listens and has printed all that is awaited. */
  background(command: string, isWhole?: (output: string) => boolean): Promise<void>;
  /** While `work` runs, somebody answers whatever is asked. */
  answering<T>(text: string | undefined, work: () => Promise<T>): Promise<T>;
  /** Address and agent's key of the session's server, as programs are given them. */
  serverEnv(): Readonly<Record<string, string>>;
  /** TypeScript, or what its name says; kept under that name for what comes after it. */
  runProgram(source: string, name?: string): Promise<Ran>;
  /** The same on a terminal, where `typed` is typed at the prompt. */
  runOnTerminal(source: string, typed: string): Promise<Ran>;
  close(): Promise<void>;
}

/** Its server is that of the folder; with `atHome` that of the home server, of a person who begins with none. */
export function openSession({ atHome = false } = {}): Session {
  const folder = mkdtempSync(join(tmpdir(), "earshot-docs-"));
  const state = join(folder, ".state");
  const data = atHome ? join(state, "earshot") : join(folder, ".earshot");
  if (!atHome) mkdirSync(data, { mode: 0o700 });
  const bin = join(folder, ".bin");
  mkdirSync(bin);
  writeShim(join(bin, "npx"), `shift\nexec "${process.execPath}" "${PROGRAM}" "$@"`);
  if (spawnSync("curl", ["--version"]).status !== 0) {
    writeShim(
      join(bin, "curl"),
      `exec "${process.execPath}" "${join(ROOT, "test/docs/curl-main.ts")}" "$@"`,
    );
  }
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(ROOT, join(folder, "node_modules/earshot"));
  const env = {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env["PATH"]}`,
    PYTHONPATH: PYTHON_SOURCES,
    NO_COLOR: "1",
    XDG_STATE_HOME: state,
    ...codeVariables(),
  };
  const children: ChildProcess[] = [];
  const servers: RunningHere[] = [];
  const shell = spawn("bash", ["--norc"], { cwd: folder, env, stdio: ["pipe", "pipe", "inherit"] });
  children.push(shell);
  let printed = "";
  shell.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    printed += chunk;
  });

  function client(): EarshotClient | undefined {
    const [info, key] = [readServerInfo(data), readKeyFile(data, "operator")];
    return info === undefined || key === undefined
      ? undefined
      : createClient({ url: info.url, key });
  }

  function serverEnv(): Record<string, string> {
    const info = readServerInfo(data);
    if (info === undefined) return {};
    return { EARSHOT_URL: info.url, EARSHOT_KEY: readKeyFile(data, "agent") ?? "" };
  }

  async function until<T>(what: string, look: () => T | undefined): Promise<T> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      if (Date.now() > deadline) throw new Error(`${what} did not come about: ${printed}`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  async function answerOnce(text: string): Promise<void> {
    const earshot = client();
    if (earshot === undefined) return;
    const open = await earshot.list({ status: "open" });
    for (const { id, question } of open.items.map(asQuestion)) {
      const answer = text === "--default" ? question.default : answerFromText(question.form, text);
      if (answer !== undefined) await earshot.answer({ id, answer });
    }
  }

  async function answerAll(text: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await answerOnce(text).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  function script(source: string, name = `snippet-${Date.now()}.ts`): string {
    const file = join(folder, name);
    const { url = "" } = readServerInfo(data) ?? {};
    // What is loaded as a module must be nobody else's to write, whatever the umask is.
    writeFileSync(file, source.replaceAll("http://127.0.0.1:4242", url), { mode: 0o600 });
    return file;
  }

  let server: RunningServer | undefined;

  return {
    serverEnv,
    async serve() {
      await makeEmptyDataFolder(data);
      server = await startServer({ dataFolder: data, port: 0 });
    },
    async run({ command }, extra = {}) {
      const args = plainCommand(command);
      if (args !== undefined && runsInProcess(args, false) && !readsInput(args)) {
        const own = environment({ NO_COLOR: "1", XDG_STATE_HOME: state, ...extra });
        const ran = await runInProcess(args, { env: own, cwd: folder, program: PROGRAM });
        return { output: ran.said, exit: ran.code ?? 1 };
      }
      printed = "";
      const assigns = Object.entries(extra).map(([name, value]) => `export ${name}='${value}'`);
      const unsets = Object.keys(extra).map((name) => `unset ${name}`);
      shell.stdin.write(
        `${assigns.join("\n")}\n{ ${command}\n} 2>&1; echo "[[ended $?]]"\n${unsets.join("\n")}\n`,
      );
      const ended = await until(command, () => /\[\[ended (\d+)\]\]\n$/.exec(printed) ?? undefined);
      return { output: printed.slice(0, ended.index), exit: Number(ended[1]) };
    },
    async background(command, isWhole = (said) => said.endsWith("\n\n")) {
      const args = plainCommand(command);
      if (args?.[0] === "start" && servesInProcess()) {
        const own = environment({ NO_COLOR: "1", XDG_STATE_HOME: state });
        const started = await serveInProcess(args, { env: own, cwd: folder, program: PROGRAM });
        servers.push(started);
        await until(command, () => (isWhole(started.said()) ? true : undefined)).catch((cause) => {
          throw new Error(`${command} printed:\n${started.said()}`, { cause });
        });
        return;
      }
      const child = spawn("bash", ["-c", `exec ${command} 2>&1`], {
        cwd: folder,
        env,
        stdio: ["ignore", "pipe", "inherit"],
      });
      children.push(child);
      let output = "";
      child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
        output += chunk;
      });
      await until(command, () => (readServerInfo(data) === undefined ? undefined : true));
      await until(command, () => (isWhole(output) ? true : undefined)).catch((cause) => {
        throw new Error(`${command} printed:\n${output}`, { cause });
      });
    },
    async answering(text, work) {
      if (text === undefined) return await work();
      const done = new AbortController();
      const operator = answerAll(text, done.signal);
      try {
        return await work();
      } finally {
        done.abort();
        await operator;
      }
    },
    async runProgram(source, name) {
      const program = name?.endsWith(".py") === true ? "python3" : process.execPath;
      const child = spawn(program, [script(source, name)], {
        cwd: folder,
        env: { ...env, ...(source.includes("EARSHOT_") && serverEnv()) },
        stdio: ["ignore", "pipe", "pipe"],
      });
      children.push(child);
      let output = "";
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding("utf8").on("data", (chunk: string) => {
          output += chunk;
        });
      }
      await until("The snippet's end", () => child.exitCode ?? undefined);
      return { output, exit: child.exitCode ?? 1 };
    },
    async runOnTerminal(source, typed) {
      let output = "";
      let exit: number | undefined;
      const terminal = spawnPty(process.execPath, [script(source)], { cwd: folder, env });
      terminal.onData((chunk) => {
        output += chunk;
      });
      terminal.onExit(({ exitCode }) => {
        exit = exitCode;
      });
      await until("The prompt", () => (output.includes("[OPERATOR]: ") ? true : undefined));
      terminal.write(`${typed}\r`);
      await until("The snippet's end", () => exit);
      return { output, exit: exit ?? 1 };
    },
    async close() {
      await server?.stop();
      for (const started of servers) {
        started.interrupt();
        await started.finished;
      }
      await client()
        ?.stop()
        .catch(() => {});
      for (const child of children) child.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The arguments of a call of Earshot in which the shell has nothing to replace or connect. */
function plainCommand(command: string): readonly string[] | undefined {
  const [, rest] =
    /^npx earshot((?: +(?:"[^"$`\\!]*"|'[^']*'|[\w@%+=:,./-]+))+)$/.exec(command) ?? [];
  const words = rest?.match(/"[^"]*"|'[^']*'|[^\s"']+/g);
  return words?.map((word) => word.replaceAll(/^["']|["']$/g, ""));
}

function writeShim(file: string, body: string): void {
  writeFileSync(file, `#!/bin/sh\n${body}\n`);
  chmodSync(file, 0o755);
}

/** The scripts that `npm run` knows, for commands that are named but not run here. */
export function npmScripts(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  return Object.keys(scripts);
}
