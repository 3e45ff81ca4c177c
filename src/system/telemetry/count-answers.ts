import type { Level } from "../../domain/authority/action.ts";
import type { EventDraft } from "../../domain/log/event.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { Surface } from "../../domain/surface.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { Change } from "../../ports/store/store.ts";
import type { AnswerTimes } from "../../ports/system/figures.ts";
import { createHistogram } from "./histogram.ts";
import { createLabelled } from "./labelled.ts";

/** From an answer at the desk to an answer after a night. */
const SECONDS = [5, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 14_400, 43_200, 86_400];

interface Labels {
  /** Absent for a question. */
  readonly level?: Level;
  readonly via: Surface;
}

/** How long people took, by what they decided on and where. */
export function createAnswerTimes() {
  const times = createLabelled((labels: Labels) => ({ labels, seconds: createHistogram(SECONDS) }));
  return {
    add({ writes, events }: Change): void {
      // Older decisions are written again when their grant is collected or their content erased.
      const decided = new Set(events.filter(isDecision).map(({ subject }) => subject));
      for (const write of writes) {
        if (write.type === "request.update" && decided.has(write.request.id))
          observe(write.request);
      }
    },
    read: (): readonly AnswerTimes[] =>
      times.all().map(({ labels, seconds }) => ({ ...labels, seconds: seconds.read() })),
  };

  function observe(request: Request): void {
    const via = decidedVia(request);
    if (via === undefined || request.status === "open") return;
    const level = request.kind === "authorization" ? request.authorization.action.level : undefined;
    const tookMs = Math.max(toMs(request.closedAt) - toMs(request.createdAt), 0);
    times.of({ ...(level !== undefined && { level }), via }).seconds.observe(tookMs / 1_000);
  }
}

const DECISIONS: ReadonlySet<string> = new Set([
  "request.answered",
  "request.approved",
  "request.rejected",
]);

function isDecision({ type }: EventDraft): boolean {
  return DECISIONS.has(type);
}

/** Where a person decided; undefined if a rule or a standing permission did. */
function decidedVia(request: Request): Surface | undefined {
  return "closedBy" in request ? request.closedBy?.via : undefined;
}
