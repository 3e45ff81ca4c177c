import { EarshotError } from "../errors.ts";
import type { DeliveryId } from "../id.ts";
import { present } from "../present.ts";
import type { Timestamp } from "../timestamp.ts";
import {
  type Delivery,
  type DeliveryError,
  type DeliveryFiles,
  type HeldFor,
  isFileDue,
  type PostRef,
  type WhichQuestion,
} from "./delivery.ts";

/*
 * The life of a delivery.
 *
 * queued
 *   Accepted, with the job `post`, due at once or at its wanted time.
 *   `begin`   → still queued, with one more attempt: from now on the platform may have it.
 *   `posted`  → sent.
 *   `put_off` → still queued, due later: the platform said no for now, or could not be reached.
 *   `fold`    → still queued, without a job, behind a similar one that is already shown there. The
 *               store gives the job back once that one is gone: closed, failed or dropped.
 *   `give_up` → failed: a dead letter.
 *   `drop`    → dropped.
 * sent, seen
 *   The platform has it. `see` → seen, the first time.
 *   `change`  → the job `edit`: the shown post is no longer true.
 *   `lead`    → the same, later: the shown post must mention one more that was folded behind it.
 *   `choose`  → the same, for a post that asks which question some words answer; only once.
 *   `filed`   → a file of the post is there, or its bytes are: `edit` again for the next one, or no job.
 *   `begin`, `put_off` as above; `edited` → no job, or the next file; `give_up` → no job, and the status stays: it was
 *   delivered, and only the shown text is out of date.
 *   `bounce`  → failed: the platform reported later that nobody received it.
 * failed
 *   `resend`  → queued, from the beginning.
 *   `drop`    → dropped.
 * dropped
 *   Nothing changes it.
 *
 * An event that does not fit the status is refused with CONFLICT and changes nothing.
 */
export type DeliveryEvent =
  /** `digest`: that of the shown action, so that a button works from the moment it appears. */
  | { readonly type: "begin"; readonly isResent?: boolean; readonly digest?: string | undefined }
  | {
      readonly type: "posted";
      readonly post: PostRef;
      readonly digest?: string;
      readonly hasFiles?: boolean;
    }
  /** `isOver`: it gets no more files. */
  | { readonly type: "edited"; readonly digest?: string; readonly isOver?: boolean }
  /** `brought`: the platform has the bytes under this name. Otherwise it has shown the file. */
  | { readonly type: "filed"; readonly brought?: string; readonly isLast?: boolean }
  | {
      readonly type: "put_off";
      readonly until: Timestamp;
      readonly error?: DeliveryError;
      readonly isUncounted?: boolean;
      readonly heldFor?: HeldFor;
    }
  | { readonly type: "fold"; readonly behind: DeliveryId }
  /** Without a time it is mentioned nowhere: the post cannot be changed. */
  | { readonly type: "lead"; readonly tellAt?: Timestamp | undefined }
  | { readonly type: "give_up"; readonly error: DeliveryError }
  | { readonly type: "bounce"; readonly error: DeliveryError }
  | { readonly type: "see" }
  | { readonly type: "change" }
  | { readonly type: "choose"; readonly chosen: NonNullable<WhichQuestion["chosen"]> }
  | { readonly type: "resend" }
  | { readonly type: "drop" };

/** The next value, or the same one if nothing happens. Throws CONFLICT. */
export function moved(delivery: Delivery, event: DeliveryEvent, now: Timestamp): Delivery {
  switch (event.type) {
    case "begin":
      return begun(delivery, event);
    case "posted": {
      const {
        job: _,
        dueAt: __,
        error: ___,
        heldFor: ____,
        ...rest
      } = inStatus(delivery, event, ["queued"]);
      const { post, digest, hasFiles } = event;
      const there = next(rest, { status: "sent", post, sentAt: now, ...present({ digest }) });
      return withFiles(there, hasFiles === true ? { given: 0 } : undefined, now);
    }
    case "edited":
      return edited(delivery, event, now);
    case "filed":
      return filed(delivery, event, now);
    case "put_off":
      return putOff(delivery, event);
    case "fold": {
      const { job: _, dueAt: __, ...rest } = inStatus(delivery, event, ["queued"]);
      return next(rest, { heldFor: "alike", behind: event.behind });
    }
    case "lead":
      return leading(delivery, event);
    case "give_up":
      return givenUp(delivery, event);
    case "bounce": {
      const brought = inStatus(delivery, event, ["sent", "seen"]);
      return next(withoutJob(brought), { status: "failed", error: event.error });
    }
    case "see":
      return delivery.status === "sent"
        ? next(delivery, { status: "seen", seenAt: now, ...sameFile(delivery) })
        : delivery;
    case "change":
      return toEdit(delivery, event, now);
    case "choose":
      return chosen(delivery, event, now);
    case "resend": {
      const { error, ...rest } = inStatus(delivery, event, ["failed"]);
      // A post that was refused or bounced is shown nowhere.
      const mayStand = error === undefined || error.code === "ambiguous";
      const resent = mayStand ? { isResent: true as const } : {};
      return next(rest, { status: "queued", job: "post", dueAt: now, attempts: 0, ...resent });
    }
    case "drop":
      return next(withoutJob(inStatus(delivery, event, ["queued", "failed"])), {
        status: "dropped",
      });
    default:
      throw new Error(`Unknown event ${String(event satisfies never)}`);
  }
}

type EventOf<T extends DeliveryEvent["type"]> = Extract<DeliveryEvent, { type: T }>;

function chosen(delivery: Delivery, event: EventOf<"choose">, now: Timestamp): Delivery {
  const { which } = delivery;
  if (which === undefined || which.chosen !== undefined) return delivery;
  const said = { ...which, chosen: event.chosen };
  return { ...toEdit(delivery, event, now), which: said, text: "" };
}

function leading(delivery: Delivery, event: EventOf<"lead">): Delivery {
  const { tellAt } = event;
  const there = inStatus(delivery, event, ["sent", "seen"]);
  const isAsItIs = tellAt === undefined || there.job !== undefined;
  return next(there, isAsItIs ? {} : { job: "edit", dueAt: tellAt, attempts: 0 });
}

function toEdit(delivery: Delivery, event: DeliveryEvent, now: Timestamp): Delivery {
  const there = inStatus(delivery, event, ["sent", "seen"]);
  const { asOf: _, ...files } = there.files ?? { given: 0 };
  const kept = there.files === undefined ? {} : { files };
  return next(there, { job: "edit", dueAt: now, attempts: 0, ...kept });
}

function edited(delivery: Delivery, event: EventOf<"edited">, now: Timestamp): Delivery {
  const { digest, isOver } = event;
  const there = withoutJob(inStatus(delivery, event, ["sent", "seen"]));
  const files = isOver === true ? undefined : delivery.files;
  return withFiles(next(there, digest === undefined ? {} : { digest }), files, now);
}

function filed(delivery: Delivery, event: EventOf<"filed">, now: Timestamp): Delivery {
  const { error: _, ...there } = withJob(inStatus(delivery, event, ["sent", "seen"]), event);
  const { files } = there;
  if (files === undefined) throw refusal(delivery, event);
  const { given } = files;
  const { brought } = event;
  if (brought !== undefined) return withFiles(next(there, {}), { given, brought }, now);
  if (event.isLast === true) return next(withoutJob(there), {});
  return withFiles(next(there, {}), { given: given + 1 }, now);
}

/** The next file is due if there are any, each with attempts of its own. */
function withFiles(delivery: Delivery, files: DeliveryFiles | undefined, now: Timestamp): Delivery {
  if (files === undefined) return delivery;
  const asOf = delivery.version;
  return { ...delivery, job: "edit", dueAt: now, attempts: 0, files: { ...files, asOf } };
}

/** What is due stays the same in the next version. */
function sameFile(delivery: Delivery): Pick<Delivery, "files"> {
  const { files, version } = delivery;
  return files !== undefined && isFileDue(delivery)
    ? { files: { ...files, asOf: version + 1 } }
    : {};
}

/** Clears the earlier error: if no result is stored later, the attempt did not finish. */
function begun(delivery: Delivery, event: EventOf<"begin">): Delivery {
  const { error: _, ...there } = withJob(delivery, event);
  const resent = event.isResent === true ? { isResent: true as const } : {};
  const shown = event.digest === undefined ? {} : { digest: event.digest };
  return next(there, {
    attempts: there.attempts + 1,
    ...resent,
    ...shown,
    ...sameFile(delivery),
  });
}

function putOff(delivery: Delivery, event: EventOf<"put_off">): Delivery {
  const there = withJob(delivery, event);
  const { until, error, isUncounted, heldFor } = event;
  return next(there, {
    dueAt: until,
    ...sameFile(delivery),
    ...present({ heldFor }),
    ...present({ error }),
    // Never back to 0: that it was tried keeps the ones after it in their place.
    ...present({ attempts: isUncounted === true ? Math.max(there.attempts - 1, 1) : undefined }),
  });
}

function givenUp(delivery: Delivery, event: EventOf<"give_up">): Delivery {
  const there = withoutJob(withJob(delivery, event));
  const { error } = event;
  return there.status === "queued"
    ? next(there, { status: "failed", error })
    : next(there, { error });
}

function next(delivery: Delivery, change: Partial<Delivery>): Delivery {
  return { ...delivery, ...change, version: delivery.version + 1 };
}

function withoutJob(delivery: Delivery): Delivery {
  const { job: _, dueAt: __, heldFor: ___, behind: ____, files: _____, ...rest } = delivery;
  return rest;
}

function withJob(delivery: Delivery, event: DeliveryEvent): Delivery {
  if (delivery.job !== undefined) return delivery;
  throw refusal(delivery, event);
}

function inStatus(
  delivery: Delivery,
  event: DeliveryEvent,
  statuses: readonly Delivery["status"][],
): Delivery {
  if (statuses.includes(delivery.status)) return delivery;
  throw refusal(delivery, event);
}

function refusal({ id, status }: Delivery, { type }: DeliveryEvent): EarshotError {
  return new EarshotError(
    "CONFLICT",
    `The delivery ${id} is ${status}, and "${type}" cannot happen to it. Look at it again: npx earshot deliveries show ${id}.`,
    { details: { id, status } },
  );
}
