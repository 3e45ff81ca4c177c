import { isEarshotError } from "../../../domain/errors.ts";
import { present } from "../../../domain/present.ts";
import { startingPrompt } from "../../../domain/sessions/starting-prompt.ts";
import type { Earshot } from "../../../ports/earshot/earshot.ts";
import type { ClaimedSession, EndSessionInput } from "../../../ports/earshot/sessions.ts";
import type { RunSignals, SessionRunner } from "../runner.ts";
import { createChildCalls } from "./child-calls.ts";
import { type ChildProgram, startChildProgram } from "./child-program.ts";
import { CHILD_LINE, type ChildLine, HOST_VERSION } from "./protocol.ts";

export interface CommandRunnerOptions {
  readonly earshot: Earshot;
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Names of the operators who are asked; any operator by default. */
  readonly operators?: readonly string[];
  readonly limits: { readonly attempts: number; readonly timeMs?: number };
  /** What the program writes on its standard error. */
  readonly onNote: (text: string, about: { readonly session: string }) => void;
}

/** How long a program has to end after it was told to. */
const PATIENCE_MS = 5_000;
/** Lines that wait to be handled: a runaway program must not fill its host's memory. */
const MAX_WAITING = 1_000;
/** Calls that end a session if they succeed. */
const CLOSING: ReadonlySet<ChildLine["type"]> = new Set(["ask", "authorize", "end", "fail"]);

/**
 * Runs sessions by a program in any language. It is started for each session, and has no key of its
 * own.
 */
export function createCommandRunner(options: CommandRunnerOptions): SessionRunner {
  return async (claimed, signals) => {
    const { session } = claimed;
    const held = { id: session.id, epoch: session.epoch };
    if (session.attempts > options.limits.attempts) {
      const text = `It was taken up ${options.limits.attempts} times and did not come to an end.`;
      await options.earshot.endSession({ ...held, outcome: "failed", text });
      return;
    }
    const ending = await runProgram(options, claimed, signals);
    if (ending !== undefined) await options.earshot.endSession({ ...held, ...ending });
  };
}

type Ending = Pick<EndSessionInput, "outcome" | "text">;

/** Resolves once the program has gone, with how the session has to end if nothing has ended it. */
async function runProgram(
  options: CommandRunnerOptions,
  claimed: ClaimedSession,
  signals: RunSignals,
): Promise<Ending | undefined> {
  const { session } = claimed;
  const calls = createChildCalls(options.earshot, claimed, options.operators);
  const onNote = (text: string) => options.onNote(text, { session: session.id });
  let work = Promise.resolve();
  let waiting = 0;
  let isEnded = false;
  let isClosing = false;
  let fault: unknown;
  const program: ChildProgram = startChildProgram({
    ...options,
    onNote,
    onTooLong: () => tellFault("TOO_LARGE", "A line has 1 MiB at most."),
    onLine(text) {
      if (waiting >= MAX_WAITING) return program.kill();
      const line = readChildLine(text);
      if ("what" in line) return tellFault("INVALID_INPUT", line.what);
      waiting += 1;
      // One after the other, so that the program's second line never takes effect first.
      work = work
        .then(() => make(line))
        .catch((error) => refuse(line, error))
        .finally(() => {
          waiting -= 1;
        });
    },
  });

  function tellFault(code: string, message: string): void {
    program.send({ type: "error", code, message });
  }

  async function make(line: ChildLine): Promise<void> {
    if (signals.lost.aborted || isEnded) return;
    // Ending the session also ends its claim, which is noticed before the call has returned.
    isClosing = CLOSING.has(line.type);
    const { value, isEnd = false } = await calls.make(line);
    isClosing = false;
    if (signals.lost.aborted && !isEnd) program.kill();
    if (line.id !== undefined) program.send({ type: "result", id: line.id, value });
    isEnded = isEnd;
    if (isEnd) patience(program);
  }

  function refuse(line: ChildLine, error: unknown): void {
    isClosing = false;
    if (isEarshotError(error, "SESSION_LOST")) fault = error;
    // Also if the claim was lost during a call that was to end the session, which is ignored then.
    if (fault !== undefined || signals.lost.aborted) program.kill();
    else program.send({ type: "error", ...aboutOf(line), ...wordsOf(error, onNote) });
  }

  const { session: told, entries, former } = claimed;
  program.send({
    type: "start",
    v: HOST_VERSION,
    session: told,
    prompt: startingPrompt({ session: told, now: Date.now(), ...present({ former }) }),
    entries,
    ...present({ former }),
  });
  const watch = watchSignals(program, signals, {
    timeMs: options.limits.timeMs,
    onLost() {
      if (!isEnded && !isClosing) program.kill();
    },
  });
  const { how } = await program.gone;
  await work;
  watch.end();
  if (fault !== undefined) throw fault;
  if (isEnded || signals.lost.aborted) return undefined;
  return endingOf(signals, { how, isLate: watch.isLate() });
}

function aboutOf({ id }: ChildLine): { readonly id?: string | number } {
  return id === undefined ? {} : { id };
}

/** What the program is told of an error; what it must not hear goes to the log. */
function wordsOf(
  error: unknown,
  onNote: (text: string) => void,
): { readonly code: string; readonly message: string } {
  if (isEarshotError(error)) return { code: error.code, message: error.message };
  onNote(`A fault inside: ${String(error)}`);
  return { code: "INTERNAL", message: "Something went wrong inside the host." };
}

function endingOf(
  { cancelled, stopping }: RunSignals,
  { how, isLate }: { readonly how: string; readonly isLate: boolean },
): Ending {
  if (cancelled.aborted) return { outcome: "cancelled" };
  if (isLate) return { outcome: "failed", text: "It took longer than its agent's limit of time." };
  if (stopping.aborted) return { outcome: "released", text: "The host stopped." };
  return { outcome: "failed", text: `The agent's program ended without an end: ${how}.` };
}

/** Kills the program unless it ends by itself in time. */
function patience(program: ChildProgram): void {
  const timer = setTimeout(() => program.kill(), PATIENCE_MS);
  void program.gone.then(() => clearTimeout(timer));
}

function watchSignals(
  program: ChildProgram,
  { lost, stopping, cancelled }: RunSignals,
  { timeMs, onLost }: { readonly timeMs: number | undefined; readonly onLost: () => void },
): { isLate(): boolean; end(): void } {
  const over = new AbortController();
  let isLate = false;
  const limit =
    timeMs === undefined
      ? undefined
      : setTimeout(() => {
          isLate = true;
          program.kill();
        }, timeMs);

  function on(signal: AbortSignal, listener: () => void): void {
    if (signal.aborted) listener();
    else signal.addEventListener("abort", listener, { once: true, signal: over.signal });
  }

  on(lost, onLost);
  on(stopping, () => {
    program.send({ type: "stop" });
    patience(program);
  });
  on(cancelled, () => {
    program.send({ type: "cancel" });
    patience(program);
  });
  return {
    isLate: () => isLate,
    end() {
      clearTimeout(limit);
      over.abort();
    },
  };
}

/** A line of a program, or what is wrong with it. */
function readChildLine(text: string): ChildLine | { readonly what: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { what: `A line is no JSON: ${text.slice(0, 80)}. Write one JSON object a line.` };
  }
  const parsed = CHILD_LINE.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = issue?.path.join(".") || "type";
  return { what: `A line does not fit the contract: ${at}: ${issue?.message ?? "is not known"}.` };
}
