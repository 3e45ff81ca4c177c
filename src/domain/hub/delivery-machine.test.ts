import { describe, expect, test } from "vitest";
import { A_POST, aDelivery } from "../../testing/delivery-values.ts";
import { EARLIER, LATER, NOW } from "../../testing/machine-values.ts";
import { EarshotError } from "../errors.ts";
import { DELIVERY_STATUSES, type Delivery, type DeliveryError, isFileDue } from "./delivery.ts";
import { type DeliveryEvent, moved } from "./delivery-machine.ts";

const OLD: DeliveryError = { code: "ambiguous", message: "The connection was lost." };
const REFUSED: DeliveryError = { code: "refused", message: "There is no such chat." };

const queued = aDelivery({ dueAt: EARLIER });
const { job: _, dueAt: __, ...idle } = queued;
const sent: Delivery = { ...idle, status: "sent", post: A_POST, sentAt: EARLIER, attempts: 1 };
const seen: Delivery = { ...sent, status: "seen", seenAt: EARLIER };
const edit = { job: "edit", dueAt: EARLIER } as const;
const file = { given: 0, asOf: sent.version };

/** A delivery in every status, in each way that makes a difference. */
const STATES = {
  "one queued": queued,
  "one held": { ...queued, dueAt: LATER, heldFor: "fallback" },
  "one folded": { ...idle, heldFor: "alike", behind: "dlv_first" },
  "one tried": { ...queued, attempts: 3, error: OLD },
  "one sent": sent,
  "one sent, to be edited": { ...sent, ...edit },
  "one sent, with a file to give": { ...sent, ...edit, files: file },
  "one seen": seen,
  "one seen, to be edited": { ...seen, ...edit, error: OLD },
  "one failed": { ...idle, status: "failed", attempts: 12, error: REFUSED },
  "one bounced": { ...seen, status: "failed", error: REFUSED },
  "one dropped": { ...idle, status: "dropped" },
  "one that asks, queued": { ...queued, which: { requests: [] } },
  "one that asks, sent": { ...sent, which: { requests: [] } },
  "one that asks, chosen": { ...sent, which: { requests: [], chosen: "none" } },
} as const satisfies Record<string, Delivery>;
type State = keyof typeof STATES;

const EVENTS = {
  begin: { type: "begin" },
  posted: { type: "posted", post: A_POST, digest: "d1" },
  edited: { type: "edited" },
  put_off: { type: "put_off", until: LATER, error: OLD },
  give_up: { type: "give_up", error: REFUSED },
  bounce: { type: "bounce", error: REFUSED },
  see: { type: "see" },
  change: { type: "change" },
  choose: { type: "choose", chosen: "none" },
  resend: { type: "resend" },
  drop: { type: "drop" },
  fold: { type: "fold", behind: "dlv_first" },
  lead: { type: "lead", tellAt: LATER },
  filed: { type: "filed" },
} as const satisfies Record<DeliveryEvent["type"], DeliveryEvent>;
type EventName = keyof typeof EVENTS;

/** What follows: the status and the job, the same value, or that it is refused. */
const MOVES = Object.keys(EVENTS) as readonly EventName[];
const QUEUED = "queued/post sent no queued/post failed no same no same no dropped queued no no";
const DONE = "no no STATUS no no failed SEEN STATUS/edit same no no no STATUS/edit no";
const EDITING =
  "STATUS/edit no STATUS STATUS/edit STATUS failed SEEN STATUS/edit same no no no STATUS/edit no";
const FAILED = "no no no no no no same no same queued/post dropped no no no";
const as = (row: string, status: string, see: string) =>
  row.replaceAll("STATUS", status).replace("SEEN", see);
const TABLE: Readonly<Record<State, string>> = {
  "one queued": QUEUED,
  "one held": QUEUED,
  "one folded": "no sent no no no no same no same no dropped queued no no",
  "one tried": QUEUED,
  "one sent": as(DONE, "sent", "seen"),
  "one sent, to be edited": as(EDITING, "sent", "seen/edit"),
  "one sent, with a file to give":
    "sent/edit no sent/edit sent/edit sent failed seen/edit sent/edit same no no no sent/edit sent/edit",
  "one seen": as(DONE, "seen", "same"),
  "one seen, to be edited": as(EDITING, "seen", "same"),
  "one failed": FAILED,
  "one bounced": FAILED,
  "one dropped": "no no no no no no same no same no no no no no",
  "one that asks, queued": QUEUED.replace("no same no dropped", "no no no dropped"),
  "one that asks, sent": as(DONE, "sent", "seen").replace("same", "sent/edit"),
  "one that asks, chosen": as(DONE, "sent", "seen"),
};

const CELLS = Object.entries(TABLE).flatMap(([state, row]) =>
  row
    .split(" ")
    .map((cell, index) => ({ state: state as State, move: MOVES[index] ?? "drop", cell })),
);

describe("every status × event", () => {
  test("the table covers every status and event", () => {
    const statuses = Object.values(STATES).map(({ status }) => status);
    expect([...new Set(statuses)].sort()).toEqual([...DELIVERY_STATUSES].sort());
    expect(Object.keys(TABLE)).toEqual(Object.keys(STATES));
    expect(CELLS).toHaveLength(Object.keys(STATES).length * MOVES.length);
  });

  test.each(CELLS)("$state, $move: $cell", ({ state, move, cell }) => {
    const delivery: Delivery = Object.freeze(STATES[state]);
    const run = () => moved(delivery, EVENTS[move], NOW);
    if (cell === "no") {
      const { id, status } = delivery;
      expect(run).toThrow(EarshotError);
      expect(run).toThrow(expect.objectContaining({ code: "CONFLICT", details: { id, status } }));
      return;
    }
    if (cell === "same") {
      expect(run()).toBe(delivery);
      return;
    }
    const [status, job] = cell.split("/");
    const { status: isNow, job: toDo, version } = run();
    expect({ status: isNow, job: toDo, version }).toEqual({
      status,
      job,
      version: delivery.version + 1,
    });
  });

  test.each(CELLS.filter(({ cell }) => cell !== "no"))(
    "$state, $move: it is due exactly while there is a job",
    ({ state, move }) => {
      const { job, dueAt } = moved(STATES[state], EVENTS[move], NOW);
      expect(dueAt === undefined).toBe(job === undefined);
    },
  );
});

describe("what a move keeps and forgets", () => {
  test("an attempt is counted before it is made, and forgets what went wrong before", () => {
    const begun = moved(STATES["one tried"], EVENTS.begin, NOW);
    expect(begun.attempts).toBe(4);
    expect(begun).not.toHaveProperty("error");
    expect(begun).not.toHaveProperty("isResent");
  });

  test("an attempt that may be the second one says so, for good", () => {
    const again = moved(queued, { type: "begin", isResent: true }, NOW);
    expect(moved(again, EVENTS.begin, NOW).isResent).toBe(true);
  });

  test("what words were taken for stands there, and the words no more", () => {
    const asks = { ...STATES["one that asks, sent"], text: "the north" };
    const chosen = moved(asks, EVENTS.choose, NOW);
    expect(chosen).toMatchObject({ text: "", which: { requests: [], chosen: "none" } });
  });

  test("what was brought keeps where it stands, when and what it showed", () => {
    const done = moved(STATES["one held"], EVENTS.posted, NOW);
    expect(done).toMatchObject({ post: A_POST, sentAt: NOW, digest: "d1" });
    for (const gone of ["job", "dueAt", "heldFor", "error"]) expect(done).not.toHaveProperty(gone);
  });

  test("what is put off is due then, and is no attempt where the platform only said when", () => {
    const begun = moved(queued, EVENTS.begin, NOW);
    expect(moved(begun, EVENTS.put_off, NOW)).toMatchObject({
      dueAt: LATER,
      attempts: 1,
      error: OLD,
    });
    const limited = { ...EVENTS.put_off, isUncounted: true };
    expect(moved({ ...begun, attempts: 5 }, limited, NOW).attempts).toBe(4);
    expect(moved(begun, limited, NOW).attempts).toBe(1);
  });

  test("what is folded has nothing to be done until the store says so, and forgets it once dropped", () => {
    const folded = moved(queued, EVENTS.fold, NOW);
    expect(folded).toMatchObject({ heldFor: "alike", behind: "dlv_first", attempts: 0 });
    for (const gone of ["job", "dueAt"]) expect(folded).not.toHaveProperty(gone);
    for (const gone of ["heldFor", "behind"]) {
      expect(moved(folded, EVENTS.drop, NOW)).not.toHaveProperty(gone);
    }
  });

  test("what leads others tells of them later, with what else is to be changed, or not at all", () => {
    expect(moved(sent, EVENTS.lead, NOW)).toMatchObject({ job: "edit", dueAt: LATER });
    const changing = STATES["one sent, to be edited"];
    expect(moved(changing, EVENTS.lead, NOW)).toEqual({
      ...changing,
      version: changing.version + 1,
    });
    expect(moved(sent, { type: "lead" }, NOW)).toEqual({ ...sent, version: sent.version + 1 });
  });

  test("an edit that is given up leaves it brought, with the error", () => {
    const given = moved(STATES["one sent, to be edited"], EVENTS.give_up, NOW);
    expect(given).toMatchObject({ status: "sent", post: A_POST, error: REFUSED });
  });

  describe("files under a post", () => {
    const posted = moved(queued, { ...EVENTS.posted, hasFiles: true }, NOW);

    test("come one after the other, and then nothing is due", () => {
      expect(isFileDue(posted)).toBe(true);
      const second = moved(posted, EVENTS.filed, NOW);
      expect(second.files).toEqual({ given: 1, asOf: second.version });
      const done = moved(second, { type: "filed", isLast: true }, NOW);
      expect(done).toMatchObject({ status: "sent", post: A_POST });
      for (const gone of ["files", "job", "dueAt"]) expect(done).not.toHaveProperty(gone);
    });

    test("whose bytes are there are known by their name, with attempts anew", () => {
      const begun = moved(posted, EVENTS.begin, NOW);
      const brought = moved(begun, { type: "filed", brought: "F1" }, NOW);
      expect(brought).toMatchObject({ attempts: 0, files: { given: 0, brought: "F1" } });
      expect(isFileDue(brought)).toBe(true);
    });

    test.each(["begin", "put_off", "see"] as const)("stay due through %s", (move) => {
      expect(isFileDue(moved(posted, EVENTS[move], NOW))).toBe(true);
    });

    test("wait for the text where that changes, and go on behind it", () => {
      const changed = moved(posted, EVENTS.change, NOW);
      expect(isFileDue(changed)).toBe(false);
      expect(isFileDue(moved(changed, EVENTS.edited, NOW))).toBe(true);
      const over = moved(changed, { type: "edited", isOver: true }, NOW);
      expect(over).not.toHaveProperty("files");
    });

    test("that are given up are forgotten, and the post stands", () => {
      const given = moved(posted, EVENTS.give_up, NOW);
      expect(given).toMatchObject({ status: "sent", error: REFUSED });
      expect(given).not.toHaveProperty("files");
    });
  });

  test("the first to see it counts", () => {
    expect(moved(sent, EVENTS.see, NOW).seenAt).toBe(NOW);
    expect(moved(seen, EVENTS.see, NOW).seenAt).toBe(EARLIER);
  });

  test("a change begins its attempts anew", () => {
    const changed = moved({ ...sent, attempts: 7 }, EVENTS.change, NOW);
    expect(changed).toMatchObject({ job: "edit", dueAt: NOW, attempts: 0 });
  });

  test("a dead letter that is sent again begins anew, and stands there once where it was refused", () => {
    const again = moved(STATES["one failed"], EVENTS.resend, NOW);
    expect(again).toMatchObject({ attempts: 0, dueAt: NOW });
    expect(again).not.toHaveProperty("error");
    expect(again).not.toHaveProperty("isResent");
  });

  test("one of which nobody knows whether it stands there says that it may be there twice", () => {
    const error = { code: "ambiguous", message: "lost" } as const;
    const again = moved({ ...STATES["one failed"], error }, EVENTS.resend, NOW);
    expect(again.isResent).toBe(true);
    const known = moved({ ...STATES["one failed"], isResent: true }, EVENTS.resend, NOW);
    expect(known.isResent).toBe(true);
  });

  test("what is refused names the delivery and what to look at", () => {
    expect(() => moved(STATES["one dropped"], EVENTS.resend, NOW)).toThrow(
      new RegExp(
        `The delivery ${queued.id} is dropped, and "resend" .* npx earshot deliveries show`,
      ),
    );
  });

  test("an event of another kind is a fault of the program, never a change", () => {
    const unknown = { type: "applaud" } as unknown as DeliveryEvent;
    expect(() => moved(queued, unknown, NOW)).toThrow(/Unknown event/);
  });
});
