import { parseDuration } from "../duration.ts";
import type { Json } from "../json.ts";
import { DAY_MS } from "../time.ts";
import { described, fields, type Part, refused } from "./form-fields.ts";

/** What a policy can keep for a limited time. */
export const RETENTION_KINDS = [
  "requests",
  "messages",
  "once",
  "memory_versions",
  "web_sessions",
  "sessions",
  "liaisons",
] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];

/** How many milliseconds each is kept; a kind that is not named is kept for ever. */
export type Retention = Readonly<Partial<Record<RetentionKind, number>>>;

const MOST_MS = 36_500 * DAY_MS;
/** A retried call must not take effect twice, nor wait for an answer that is gone. */
const LEAST_MS = DAY_MS;

const age: Part<number> = {
  schema: { type: "string", pattern: "^\\d{1,9}(\\.\\d{1,3})?[smhd]$" },
  read(value, place, report) {
    const ms = durationOf(value);
    if (ms === undefined) return refused(report, place, "it is a length of time such as 90d.");
    if (ms >= LEAST_MS && ms <= MOST_MS) return ms;
    return refused(report, place, "it is at least 1d and at most 36500d.");
  },
};

function durationOf(value: Json): number | undefined {
  try {
    return typeof value === "string" ? parseDuration(value) : undefined;
  } catch {
    return undefined;
  }
}

const field = <K extends RetentionKind>(as: K, description: string) => ({
  as,
  part: described(age, description),
});

/** The key `retention` of a policy file. */
export const retentionForm: Part<Retention> = fields<Retention>({
  of: "retention",
  isFilled: true,
  keys: {
    requests: field("requests", "The content of a request, this long after it closed."),
    messages: field("messages", "The text of a message, this long after it was written."),
    once: field("once", "An idempotency key, this long after what it made."),
    memory_versions: field(
      "memory_versions",
      "An earlier version of a memory entry, this long after it was replaced or deleted.",
    ),
    web_sessions: field("web_sessions", "A web session, this long after it ended."),
    sessions: field(
      "sessions",
      "What was said and done in an agent's session, this long after it and its continuations ended.",
    ),
    liaisons: field(
      "liaisons",
      "What was said in a conversation of the liaison, this long after it was completed.",
    ),
  },
});
