import type { TaskEvent } from "../../ports/earshot/liaison.ts";
import { oneLine } from "../../render/visible-text.ts";
import type { Style } from "../terminal/output.ts";
import { inertText } from "./said-lines.ts";
import { resultText } from "./story.ts";

const MOST_CHARS = 120;

/** An event of the bus on one line. */
export function taskEventLine(event: TaskEvent, style: Style): string {
  const { seq, at, type, conversation_id: id } = event;
  const what = oneLine(inertText(whatOf(event)), MOST_CHARS);
  return `${String(seq).padStart(6)}  ${style.dim(at)}  ${type.padEnd(22)} ${id}  ${what}`.trimEnd();
}

function whatOf(event: TaskEvent): string {
  switch (event.type) {
    case "task.created": {
      const { task_specification: task, confidence, agent } = event;
      const whose = agent === undefined ? "" : `, for ${agent}`;
      return `${task.title} (confidence ${confidence.score.toFixed(2)}${whose})`;
    }
    case "task.updated": {
      const { task_specification: task, changes } = event;
      const fields = [...new Set(changes.map(({ field }) => field))].join(", ");
      return `${task.title} (version ${task.version}, changed: ${fields})`;
    }
    case "task.progressed": {
      const more = event.result === undefined ? "" : `: ${resultText(event.result)}`;
      return `${event.status}${more}`;
    }
    case "task.completed":
      return resultText(event.task_result);
    case "task.feedback_received": {
      const { acceptance_status: status, overall_satisfaction: satisfaction } =
        event.feedback_metrics;
      return `${status}, satisfaction ${satisfaction.toFixed(2)}`;
    }
    case "task.feedback_withdrawn":
      return `round ${event.round}, by ${event.by}: ${event.reason}`;
    case "task.question_asked":
      return `${event.exchange}: ${event.question}`;
    case "task.question_answered":
      return `${event.exchange}, by ${event.by}: ${event.answer}`;
    case "task.withdrawn":
      return event.task_id;
  }
}
