import { toTimestamp } from "../../domain/timestamp.ts";
import type { Promotion } from "../../ports/store/store.ts";
import { EVERY_WORKSPACE, type PostgresDatabase } from "./database.ts";

/**
 * How long nothing is redeemed after a promotion: a node tries to connect again every 5 s at the
 * longest, and then compares what it remembers with the logs.
 */
const SETTLING_MS = 15_000;

const NOTE = `insert into timelines (timeline, since)
  select now_on.timeline,
      case when exists (select from timelines) then earshot_now() + ${SETTLING_MS} else 0 end
    from (select earshot_timeline() as timeline) now_on
  on conflict (timeline) do nothing`;
const CURRENT = `select now_on.timeline, t.since, earshot_now() as now
  from (select earshot_timeline() as timeline) now_on
    left join timelines t on t.timeline = now_on.timeline`;

interface Current {
  readonly timeline: string;
  readonly since: number | null;
  readonly now: number;
}

/**
 * The timeline of the database: PostgreSQL begins another with each promotion of a standby and each
 * recovery to a moment. What was committed on the former one may be lost.
 */
export interface Timeline {
  /** The one in which this node has last compared all it remembers with the logs. */
  compared(): string;
  /** Notes that the database is on it; resolves with its name. */
  note(): Promise<string>;
  /** This node has compared all it remembers with the logs of this timeline. */
  compare(timeline: string): void;
  promotion(): Promise<Promotion | undefined>;
}

/** Of a node that remembers nothing yet. */
export async function openTimeline(database: Pick<PostgresDatabase, "query">): Promise<Timeline> {
  async function current(): Promise<Current | undefined> {
    const [row] = await database.query<Current & Record<string, unknown>>(EVERY_WORKSPACE, CURRENT);
    return row;
  }

  async function note(): Promise<string> {
    await database.query(EVERY_WORKSPACE, NOTE);
    return (await current())?.timeline ?? "";
  }

  let compared = await note();
  return {
    compared: () => compared,
    note,
    compare(timeline) {
      compared = timeline;
    },
    async promotion() {
      const found = await current();
      if (found === undefined || found.since === 0) return undefined;
      const { timeline, since, now } = found;
      const isSettling = since === null || since > now || timeline !== compared;
      return { at: toTimestamp((since ?? now + SETTLING_MS) - SETTLING_MS), isSettling };
    },
  };
}
