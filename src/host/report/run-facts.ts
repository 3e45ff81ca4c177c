import type { RunId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { ListedRun } from "../../ports/earshot/runs.ts";
import type { RunRecord, RunRecordOf } from "../run-log.ts";
import { experimentFacts } from "./experiment-facts.ts";

/** A run in one line, updated record by record, so that a growing log is never read twice. */
export interface RunFacts {
  add(record: RunRecord): void;
  /**
   * Undefined before the first record. `unfinished` may go on: the log does not know whether a
   * process has it.
   */
  listed(run: RunId): ListedRun | undefined;
}

type Ending = "finished" | "stopped";

export function createRunFacts(): RunFacts {
  let start: RunRecordOf<"run.started"> | undefined;
  let end: { readonly state: Ending; readonly at: Timestamp } | undefined;
  let tokens = 0;
  const finished = new Set<number>();
  const questions = new Set<string>();
  return {
    add(record) {
      switch (record.type) {
        case "run.started":
          start = record;
          return;
        case "run.resumed":
          end = undefined;
          return;
        case "run.finished":
        case "run.stopped":
          end = { state: record.type === "run.finished" ? "finished" : "stopped", at: record.at };
          return;
        case "cycle.finished":
          finished.add(record.cycle);
          return;
        case "model.replied":
          tokens += record.usage.inputTokens + record.usage.outputTokens;
          return;
        case "operator.asked":
          // A resumed run asks again what was open when it was killed.
          questions.add(`${record.cycle}/${record.step}/${record.call}`);
          return;
      }
    },
    listed(run) {
      if (start === undefined) return undefined;
      const { name, at: startedAt, experiment } = start;
      return {
        run,
        name,
        state: end?.state ?? "unfinished",
        startedAt,
        ...present({ endedAt: end?.at }),
        cycles: finished.size,
        cyclesPlanned: experimentFacts(experiment).cycles ?? 0,
        questions: questions.size,
        tokens,
      };
    },
  };
}

const WITHOUT_FACTS = /^\{"v":1,"seq":\d+,"at":"[^"]*","type":"(?:tool\.\w+|model\.called)"/;

/** Skips lines without such facts before parsing them; they are most of a log. */
export function isWithoutFacts(line: string): boolean {
  return WITHOUT_FACTS.test(line);
}
