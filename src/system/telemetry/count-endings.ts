import type { EventDraft } from "../../domain/log/event.ts";
import { present } from "../../domain/present.ts";
import type { Request } from "../../domain/requests/request.ts";
import { isSurface, type Surface } from "../../domain/surface.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { Change, Write } from "../../ports/store/store.ts";
import type {
  AnswerTimes,
  DecisionCount,
  DecisionOutcome,
  NodeFigures,
} from "../../ports/system/figures.ts";
import { createHistogram } from "./histogram.ts";
import { createLabelled } from "./labelled.ts";

/** From an answer at the desk over one after a night to one after a week away. */
const SECONDS = [
  5, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 14_400, 43_200, 86_400, 259_200, 604_800,
];

interface Ending {
  readonly outcome: DecisionOutcome;
  /** Whether a person did it then. A standing permission was given before anybody was asked. */
  readonly isDecision: boolean;
}

const decided = (outcome: DecisionOutcome): Ending => ({ outcome, isDecision: true });
const ended = (outcome: DecisionOutcome): Ending => ({ outcome, isDecision: false });

/** What closes a request. Later changes of a closed one are told by other events. */
const ENDINGS: ReadonlyMap<EventDraft["type"], Ending> = new Map([
  ["request.answered", decided("answered")],
  ["request.approved", decided("approved")],
  ["request.rejected", decided("rejected")],
  ["request.responded", decided("responded")],
  ["request.answered_by_permission", ended("answered")],
  ["request.cancelled", ended("cancelled")],
  ["request.expired", ended("expired")],
  ["request.abandoned", ended("abandoned")],
  ["request.assumed", ended("assumed")],
]);

const noTimes = createHistogram(SECONDS).read();

/** How requests end, and how long people took who decided, by what it was and where they did. */
export function createEndings() {
  const counts = createLabelled((labels: Omit<DecisionCount, "count">) => ({ labels, count: 0 }));
  const times = createLabelled((labels: Omit<AnswerTimes, "seconds">) => {
    return { labels, seconds: createHistogram(SECONDS) };
  });

  function count(request: Request, outcome: DecisionOutcome, via: Surface | undefined): void {
    const { kind } = request;
    const key = `${kind} ${outcome} ${via}`;
    counts.of(key, () => ({ kind, outcome, ...present({ via }) })).count += 1;
  }

  function observe(request: Request): void {
    const via = decidedVia(request);
    if (via === undefined || request.status === "open") return;
    const level = request.kind === "authorization" ? request.authorization.demand.level : undefined;
    const tookMs = Math.max(toMs(request.closedAt) - toMs(request.createdAt), 0);
    const one = times.of(`${level} ${via}`, () => ({ ...present({ level }), via }));
    one.seconds.observe(tookMs / 1_000);
  }

  function take({ type, subject, data }: EventDraft, writes: readonly Write[]): void {
    const ending = ENDINGS.get(type);
    const request = ending === undefined ? undefined : requestOf(writes, subject);
    if (ending === undefined || request === undefined) return;
    // Only the surface becomes a label, because collectors keep labels for good.
    const via = data?.via;
    count(request, ending.outcome, via !== undefined && isSurface(via) ? via : undefined);
    if (ending.isDecision) observe(request);
  }

  return {
    add({ events, writes }: Change): void {
      for (const event of events) take(event, writes);
    },
    read: (): Pick<NodeFigures, "decisions" | "answerTimes" | "noTimes"> => ({
      decisions: counts.all().map(({ labels, count: counted }) => ({ ...labels, count: counted })),
      answerTimes: times
        .all()
        .map(({ labels, seconds }) => ({ ...labels, seconds: seconds.read() })),
      noTimes,
    }),
  };
}

function requestOf(writes: readonly Write[], subject: string): Request | undefined {
  for (const write of writes) {
    const isOfRequest = write.type === "request.update" || write.type === "request.insert";
    if (isOfRequest && write.request.id === subject) return write.request;
  }
  return undefined;
}

/** Where a person decided; undefined if a rule or a standing permission did. */
function decidedVia(request: Request): Surface | undefined {
  return "closedBy" in request ? request.closedBy?.via : undefined;
}
