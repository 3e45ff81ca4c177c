import { agentLines, OPERATOR_PROMPT } from "../../channels/console/agent-lines.ts";
import type { Terminal } from "../../channels/console/terminal.ts";
import type { Voice } from "../../channels/console/voice.ts";
import { formatDuration } from "../../domain/duration.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
import { isRepeated } from "../../host/run-experiment.ts";
import type { RunRecord } from "../../host/run-log.ts";
import type { RunState } from "../../host/run-state.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { visibleText } from "../../render/visible-text.ts";
import type { Output } from "../terminal/output.ts";
import { createProgressLine } from "../terminal/progress-line.ts";
import { elsewhere, openDesk } from "./operator-desk.ts";

/** What a person sees of a run, and where they answer. */
export interface RunScreen {
  /** Shows what a record means for people. */
  record(record: RunRecord, state: RunState): void;
  /** Asks the operator here, or says where the answer can be given. */
  question(request: ShownRequest): void;
  /** Standard output, above the progress. */
  line(text: string): void;
  /** Standard error, above the progress. */
  note(text: string): void;
  /** Resolves when everything has been written. */
  close(): Promise<void>;
}

export interface RunScreenOptions {
  readonly output: Output;
  /** Records go to standard output as JSON, and text for people to standard error. */
  readonly isJson: boolean;
  readonly hasProgress: boolean;
  readonly stderr: NodeJS.WriteStream;
  /** Where a person can answer, and Earshot as that person. */
  readonly desk:
    | { readonly terminal: Terminal; readonly voice: Voice; readonly earshot: Earshot }
    | undefined;
  readonly signal: AbortSignal;
  onInterrupt(): void;
}

const TICK_MS = 1_000;

export async function openScreen(options: RunScreenOptions): Promise<RunScreen> {
  const { output, isJson, hasProgress, stderr, signal, onInterrupt } = options;
  const progress = createProgressLine({ stream: stderr, dress: output.style.dim });
  const desk =
    options.desk === undefined
      ? undefined
      : await openDesk({
          ...options.desk,
          signal,
          onInterrupt,
          onPrompt: (isOpen) => (isOpen ? progress.pause() : progress.resume()),
        });
  const asked = new Set<Promise<void>>();
  let last: RunState | undefined;

  const tick = () => {
    if (hasProgress && last !== undefined) progress.set(progressText(last));
  };
  const ticking = hasProgress ? setInterval(tick, TICK_MS) : undefined;
  ticking?.unref();

  function line(text: string): void {
    progress.aside(() => (desk?.print ?? (isJson ? output.note : output.line))(text));
  }
  function note(text: string): void {
    progress.aside(() => (desk?.print ?? output.note)(text));
  }

  function track(asking: Promise<void>, request: ShownRequest): void {
    const told = asking.catch((error: unknown) => {
      if (!signal.aborted) note(`${visibleText(String(error))} ${elsewhere(request)}`);
    });
    asked.add(told);
    void told.finally(() => asked.delete(told));
  }

  function dialogue(record: RunRecord): void {
    // At the desk, question and answer are on the terminal already.
    if (desk !== undefined) return;
    if (record.type === "operator.asked") line(agentLines(record.message));
    if (record.type === "operator.answered") line(`${OPERATOR_PROMPT}${visibleText(record.text)}`);
  }

  return {
    record(record, state) {
      if (isJson) progress.aside(() => output.json(record));
      last = state;
      if (record.type === "cycle.started") line(`Cycle ${record.cycle} starting...`);
      if (record.type === "cycle.finished") line(`Cycle ${record.cycle} finished.`);
      dialogue(record);
      // The last failure is what the run ends with, and is told then.
      if (record.type === "model.failed" && isRepeated(record.code, state)) {
        note(output.style.dim(visibleText(`The model failed: ${record.message}`)));
      }
      tick();
    },
    question(request) {
      if (desk === undefined) note(output.style.dim(elsewhere(request)));
      else track(desk.ask(request), request);
    },
    line,
    note,
    async close() {
      clearInterval(ticking);
      progress.close();
      await Promise.all(asked);
      desk?.close();
    },
  };
}

function progressText(state: RunState): string {
  const { open, cycles, experiment, usage, elapsedMs, lastAt } = state;
  const cycle = open?.cycle ?? cycles;
  const step = open === undefined ? "" : `, step ${Math.max(open.steps, 1)}`;
  const elapsed = formatDuration(elapsedMs + Math.max(Date.now() - lastAt, 0));
  const tokens = (usage.inputTokens + usage.outputTokens).toLocaleString("en");
  return `Cycle ${cycle} of ${experiment.cycles}${step} · ${elapsed} · ${tokens} tokens`;
}
