import type { ListedRun } from "../../ports/earshot/runs.ts";
import { stateText, toneOf } from "./run-words.ts";

export function RunState({ run }: { readonly run: ListedRun }) {
  return <span class={`tone tone-${toneOf(run)}`}>{stateText(run)}</span>;
}
