import type { ListedRun } from "../../ports/earshot/runs.ts";
import { visibleText } from "../../render/visible-text.ts";
import { toneOf } from "./run-words.ts";

export function RunState({ run }: { readonly run: ListedRun }) {
  return <span class={`tone tone-${toneOf(run)}`}>{visibleText(run.state)}</span>;
}
