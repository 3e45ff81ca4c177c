import type { Json } from "../../domain/json.ts";
import type { RunEntry } from "../../ports/earshot/runs.ts";
import type { RunRecord, RunRecordOf } from "../run-log.ts";
import { experimentFacts } from "./experiment-facts.ts";

type Said = Pick<RunEntry, "kind" | "title" | "text"> & { readonly data?: Json };

/** Reports what was said and done in a run, record by record. An entry never changes afterwards. */
export interface RunEntries {
  add(record: RunRecord): void;
  readonly all: readonly RunEntry[];
}

/** Longer texts are cut; the log and the report hold all of them. */
const MAX_TEXT = 20_000;

export function createRunEntries(): RunEntries {
  const all: RunEntry[] = [];
  /** Arguments of calls that have begun. */
  const begun = new Map<string, unknown>();
  /** Calls whose question and answer were already reported. */
  const inDialogue = new Set<string>();
  let modelName = "model";
  let lastText = "";

  function reply({ text, finishReason }: RunRecordOf<"model.replied">): Said | undefined {
    lastText = text.trim();
    const hasEndedWell = finishReason === "stop" || finishReason === "tool-calls";
    const ending = hasEndedWell ? "" : `(ended by ${finishReason})`;
    const said = [lastText, ending].filter((part) => part !== "").join("\n");
    return said === "" ? undefined : { kind: "model", title: modelName, text: said };
  }

  function use(record: RunRecordOf<"tool.succeeded" | "tool.failed">): Said | undefined {
    const place = placeOf(record);
    const args = begun.get(place);
    begun.delete(place);
    if (record.type === "tool.succeeded" && inDialogue.has(place)) return undefined;
    const text =
      record.type === "tool.failed" ? `${record.errorType}: ${record.text}` : record.text;
    const data = args === undefined ? {} : { data: cutData(args as Json) };
    return { kind: "tool", title: record.tool, text, ...data };
  }

  function question(record: RunRecordOf<"operator.asked">): Said | undefined {
    const place = placeOf(record);
    if (inDialogue.has(place)) return undefined;
    inDialogue.add(place);
    return { kind: "operator", title: "Asked", text: record.message };
  }

  function notes({ cycle, notes: text }: RunRecordOf<"cycle.finished">): Said | undefined {
    // They are mostly the text of the last reply, which is right above.
    if (text.trim() === "" || text.trim() === lastText) return undefined;
    return { kind: "note", title: `Notes of cycle ${cycle}`, text };
  }

  function said(record: RunRecord): Said | undefined {
    switch (record.type) {
      case "run.started":
        modelName = experimentFacts(record.experiment).model ?? modelName;
        return undefined;
      case "run.resumed":
        return { kind: "note", title: "Resumed", text: `Goes on with cycle ${record.cycle}.` };
      case "cycle.started":
        return { kind: "cycle", title: `Cycle ${record.cycle}`, text: record.prompt };
      case "model.called":
        return undefined;
      case "model.replied":
        return reply(record);
      case "model.failed":
        return { kind: "model", title: modelName, text: `${record.code}: ${record.message}` };
      case "tool.started":
        begun.set(placeOf(record), record.args);
        return undefined;
      case "tool.succeeded":
      case "tool.failed":
        return use(record);
      case "operator.asked":
        return question(record);
      case "operator.answered":
        return { kind: "operator", title: "Answered", text: record.text };
      case "cycle.finished":
        return notes(record);
      case "run.finished":
        return { kind: "end", title: "Finished", text: "" };
      case "run.stopped":
        return { kind: "end", title: "Stopped", text: `${record.reason}: ${record.message}` };
    }
  }

  return {
    all,
    add(record) {
      const entry = said(record);
      if (entry === undefined) return;
      const cycle = "cycle" in record ? { cycle: record.cycle } : {};
      const { at } = record;
      all.push({ index: all.length + 1, at, ...cycle, ...entry, text: cut(entry.text) });
    },
  };
}

interface CallPlace {
  readonly cycle: number;
  readonly step: number;
  readonly call: string;
}

function placeOf({ cycle, step, call }: CallPlace): string {
  return `${cycle}/${step}/${call}`;
}

function cut(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  return `${text.slice(0, MAX_TEXT)}\n… and ${text.length - MAX_TEXT} more characters`;
}

function cutData(data: Json): Json {
  const text = JSON.stringify(data);
  return text.length <= MAX_TEXT ? data : cut(text);
}
