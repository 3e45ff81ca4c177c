import { formatDuration } from "../../domain/duration.ts";
import { visibleText } from "../../render/visible-text.ts";
import {
  type AnchoredPlace,
  type AnchoringNote,
  anchoringNote,
} from "../../system/backup-notes.ts";
import type { Finding } from "../terminal/finding.ts";

/** What had to be retried is not late. */
const LATE = 2;

const oneLine = (text: string) => visibleText(text, { keepLines: false });

/** Whether the anchor gets to each place where the server of this folder writes it by itself. */
export function checkAnchoring(data: string, now: number): Finding[] {
  const note = anchoringNote.read(data);
  return note?.places.map((place) => findingOf(note, place, now)) ?? [];
}

function findingOf(
  { everyMs, since }: AnchoringNote,
  { name, doneAt, failed }: AnchoredPlace,
  now: number,
): Finding {
  const check = "anchor elsewhere";
  const plan = `every ${formatDuration(everyMs)} to ${oneLine(name)}`;
  const ago = (at: string) => formatDuration(Math.max(now - Date.parse(at), 0));
  if (failed !== undefined) {
    const detail = `${plan}; the last attempt failed ${ago(failed.at)} ago: ${oneLine(failed.why)}`;
    return { check, state: "failed", detail };
  }
  const written = doneAt === undefined ? "not written yet" : `last written ${ago(doneAt)} ago`;
  if (now - Date.parse(doneAt ?? since) <= LATE * everyMs) {
    return { check, state: "ok", detail: `${plan}; ${written}` };
  }
  return {
    check,
    state: "warning",
    detail: `${plan}; ${written}. See whether a server runs, and what its log says`,
  };
}
