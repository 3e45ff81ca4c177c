import { formatDuration } from "../../domain/duration.ts";
import { derivedTask, type Liaison, PHASES } from "../../domain/liaison/liaison.ts";
import { toMs } from "../../domain/timestamp.ts";
import { headline } from "../../render/headline.ts";
import { oneLine } from "../../render/visible-text.ts";
import type { Output } from "../terminal/output.ts";
import { inertText } from "./said-lines.ts";

/** If no terminal tells the width, a title is cut here. */
const DEFAULT_WIDTH = 160;
const NARROWEST = 20;
const PHASE_WIDTH = Math.max(...PHASES.map(({ length }) => length));
const NAME_WIDTH = 20;

/** One conversation: its phase, how sure its specification is, its person and its subject. */
export function liaisonLine(
  liaison: Liaison,
  { style, columns = DEFAULT_WIDTH }: Pick<Output, "style" | "columns">,
  now: number,
): string {
  const { id, phase, personName, worker, title, updatedAt } = liaison;
  const age = formatDuration(now - toMs(updatedAt)).padStart(7);
  const score = derivedTask(liaison)?.confidence.score.toFixed(2) ?? "    ";
  const who = worker === undefined ? personName : `${personName} > ${worker.name}`;
  const named = oneLine(inertText(who), NAME_WIDTH);
  const taken = `${id}  ${" ".repeat(PHASE_WIDTH)} ${age}  ${score}  ${named}  `.length;
  const about = headline(inertText(title), Math.max(columns - taken, NARROWEST));
  const shownPhase = phase.padEnd(PHASE_WIDTH);
  const painted = phase === "completed" ? style.good(shownPhase) : shownPhase;
  return `${style.dim(id)}  ${painted} ${style.dim(age)}  ${score}  ${named}  ${about}`.trimEnd();
}
