import { present } from "../present.ts";
import { DAY_MS } from "../time.ts";
import { type Timestamp, toMs } from "../timestamp.ts";

/** After this long without a read, it is worth asking what the skill is for. */
const UNREAD_MS = 7 * DAY_MS;

export interface SkillReads {
  readonly name: string;
  readonly reads: { readonly day: number; readonly week: number; readonly month: number };
  readonly lastReadAt?: Timestamp;
  readonly recommendation?: string;
}

/** How often a skill was read, and what to do about an unread one; `since` is when it was registered. */
export function skillUseOf(
  {
    name,
    since,
    now,
  }: { readonly name: string; readonly since: Timestamp; readonly now: Timestamp },
  reads: readonly Timestamp[],
): SkillReads {
  const within = (ms: number) => reads.filter((at) => toMs(now) - toMs(at) < ms).length;
  const last = reads.at(-1);
  const isUnread = within(UNREAD_MS) === 0 && toMs(now) - toMs(since) >= UNREAD_MS;
  return {
    name,
    reads: { day: within(DAY_MS), week: within(7 * DAY_MS), month: within(30 * DAY_MS) },
    ...present({
      lastReadAt: last,
      recommendation: isUnread
        ? "Nobody has read it for a week: say in its description when it is needed, or remove it."
        : undefined,
    }),
  };
}
