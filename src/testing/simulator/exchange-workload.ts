import { isAtLeast } from "../../domain/authority/action.ts";
import { type EarshotError, type ErrorCode, isEarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import { UNDO_MS } from "../../domain/limits.ts";
import type { AgentPrincipal, PersonPrincipal } from "../../domain/people/principal.ts";
import type { HeldAct } from "../../domain/requests/held.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { demand } from "./violation.ts";
import type { WorkloadParts } from "./world.ts";

/** People who take decisions back, ask and answer agents before one, and give requests to each other. */
export interface ExchangeWorkload {
  act(): Promise<void>;
}

export interface ExchangeParts extends WorkloadParts {
  /** The questions that were asked. */
  readonly known: readonly RequestId[];
  /** The actions that were sought. */
  readonly sought: readonly RequestId[];
  readonly cancelOne: (id: RequestId) => Promise<void>;
}

/** What whoever comes too late, or may not, is told. */
const FAIR: readonly ErrorCode[] = [
  "ALREADY_VOTED",
  "DIGEST_MISMATCH",
  "INVALID_INPUT",
  "NOT_ALLOWED",
  "QUOTA_EXCEEDED",
  "REQUEST_CLOSED",
];

/** About so many of the last of each kind there is most to say: what came before has mostly closed. */
const RECENT = 12;

export function createExchangeWorkload(parts: ExchangeParts): ExchangeWorkload {
  const { random, cast, known, sought, cancelOne, oracle, time } = parts;
  const { sleep } = parts.callers;
  const clock = time.clockOf(() => true);
  const { hold, undo } = createHolding(parts);
  const { askBack, answerBack } = createAsking(parts);
  const { respond, assign, look } = createTurns(parts);

  const anyone = () => random.pick(cast.operators);

  async function holdAndUndo(id: RequestId): Promise<void> {
    const by = anyone();
    await hold(id, by, UNDO_MS);
    await sleep(random.int(0, UNDO_MS));
    await undo(id, random.chance(0.8) ? by : anyone());
  }

  /** Several decide, one looks on, and the agent may withdraw it. */
  async function race(id: RequestId): Promise<void> {
    await Promise.all([
      ...Array.from({ length: random.int(1, 3) }, () => hold(id, anyone())),
      look(id),
      ...(random.chance(0.5) ? [undo(id, anyone())] : []),
      ...(random.chance(0.2) ? [cancelOne(id)] : []),
      ...(random.chance(0.3) ? [respond(id, anyone())] : []),
    ]);
  }

  /** Decides a moment before it expires, so that its time ends while it can be taken back. */
  async function holdAtEdge(id: RequestId): Promise<void> {
    const { expiresAt } = oracle.request(id) ?? {};
    const left = expiresAt === undefined ? 0 : toMs(expiresAt) - clock.now();
    if (left > 0 && left <= 30_000) await sleep(left - random.int(1, 1_500));
    const by = anyone();
    await hold(id, by, UNDO_MS);
    if (random.chance(0.3)) await undo(id, by);
  }

  async function exchange(id: RequestId): Promise<void> {
    await Promise.all(Array.from({ length: random.int(1, 2) }, () => askBack(id, anyone())));
    await look(id);
    await Promise.all(Array.from({ length: random.int(1, 3) }, () => answerBack(id)));
  }

  const acts: readonly ((id: RequestId) => Promise<void>)[] = [
    (id) => hold(id, anyone()),
    holdAndUndo,
    holdAndUndo,
    race,
    race,
    holdAtEdge,
    holdAtEdge,
    exchange,
    exchange,
    answerBack,
    (id) => respond(id, anyone()),
    (id) => assign(id, anyone()),
    (id) => assign(id, anyone()),
    look,
  ];

  return {
    async act() {
      const ids = [...known.slice(-RECENT), ...sought.slice(-RECENT)];
      const open = ids.filter((id) => oracle.request(id)?.status === "open");
      const some = open.length > 0 && random.chance(0.9) ? open : ids;
      if (some.length > 0) await random.pick(acts)(random.pick(some));
    },
  };
}

/** The refusal, if it is a fair one. */
async function refusalOf(call: Promise<unknown>, what: string): Promise<EarshotError | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (!isEarshotError(error)) throw error;
    demand(FAIR.includes(error.code), `${what} met ${error.message}`);
    return error;
  }
}

function createHolding({ random, callers, oracle }: ExchangeParts) {
  const { persist } = callers;
  let count = 0;

  /** How this one decides; an approval wants what people see. */
  function decisionOf(id: RequestId) {
    const words = `held ${++count}`;
    const request = oracle.request(id);
    if (request?.kind !== "authorization") {
      return {
        does: "answer" as const,
        words,
        call: (earshot: Earshot, undoMs: number, options: object) =>
          earshot.answer({ id, answer: { text: words }, undoMs }, options),
      };
    }
    const { digest, action, demand: wanted } = request.authorization;
    const isHigh = isAtLeast(action.level, "HIGH") || isAtLeast(wanted.level, "HIGH");
    const does: HeldAct = isHigh
      ? "reject"
      : random.pick(["approve", "approve", "approve", "reject", "respond"]);
    return {
      does,
      words: does === "approve" ? digest : words,
      call(earshot: Earshot, undoMs: number, options: object) {
        if (does === "approve") return earshot.approve({ id, digest, undoMs }, options);
        if (does === "reject") return earshot.reject({ id, reason: words, undoMs }, options);
        return earshot.respond({ id, text: words, undoMs }, options);
      },
    };
  }

  return {
    async hold(id: RequestId, by: PersonPrincipal, undoMs = random.int(1, UNDO_MS)) {
      const { does, words, call } = decisionOf(id);
      const label = `hold ${++count}`;
      const options = { idempotencyKey: `hold-${count}` };
      const held = persist(by, label, (earshot) => call(earshot, undoMs, options));
      const refusal = await refusalOf(held, `${does} of ${id}`);
      if (refusal === undefined) oracle.exchange.held({ id, by: by.id, does, words });
    },
    async undo(id: RequestId, by: PersonPrincipal) {
      const label = `undo ${++count}`;
      const options = { idempotencyKey: `undo-${count}` };
      const undone = persist(by, label, (earshot) => earshot.undo({ id }, options));
      const refusal = await refusalOf(undone, `undo of ${id}`);
      if (refusal === undefined) oracle.exchange.undone(id, by.id);
    },
  };
}

function createAsking({ cast, callers, oracle }: ExchangeParts) {
  const { persist } = callers;
  let count = 0;

  return {
    async askBack(id: RequestId, by: PersonPrincipal) {
      const text = `back ${++count}`;
      const options = { idempotencyKey: `back-${count}` };
      const asked = persist(by, text, (earshot) => earshot.askBack({ id, text }, options));
      const refusal = await refusalOf(asked, `a question about ${id}`);
      if (refusal === undefined) oracle.exchange.askedBack(id, text);
    },
    async answerBack(id: RequestId) {
      const agent = agentOf(cast.agents, oracle.request(id));
      if (agent === undefined) return;
      const text = `for ${++count}`;
      const options = { idempotencyKey: `for-${count}` };
      const told = persist(agent, text, (earshot) => earshot.answerBack({ id, text }, options));
      const refusal = await refusalOf(told, `an answer of the agent of ${id}`);
      if (refusal === undefined) oracle.exchange.answeredBack(id, text);
    },
  };
}

function createTurns({ random, cast, callers, oracle }: ExchangeParts) {
  const { persist } = callers;
  let count = 0;

  return {
    /** Words in place of the tool, at once. */
    async respond(id: RequestId, by: PersonPrincipal) {
      if (oracle.request(id)?.kind !== "authorization") return;
      const text = `instead ${++count}`;
      const options = { idempotencyKey: `instead-${count}` };
      const told = persist(by, text, (earshot) => earshot.respond({ id, text }, options));
      const refusal = await refusalOf(told, `a response to ${id}`);
      if (refusal === undefined) oracle.exchange.responded(id, text);
    },
    async assign(id: RequestId, by: PersonPrincipal) {
      const label = `turn ${++count}`;
      const options = { idempotencyKey: `turn-${count}` };
      if (random.chance(0.3)) {
        await refusalOf(
          persist(by, label, (earshot) => earshot.unassign({ id }, options)),
          `taking back whose turn ${id} is`,
        );
        return;
      }
      const to = random.pick(cast.operators).name;
      const given = persist(by, label, (earshot) => earshot.assign({ id, to }, options));
      const refusal = await refusalOf(given, `giving ${id} to ${to}`);
      if (refusal === undefined) oracle.exchange.assigned(id, to);
    },
    /** What its agent sees and is told; checked on the server's side, where nothing can become old. */
    async look(id: RequestId) {
      const agent = agentOf(cast.agents, oracle.request(id));
      if (agent === undefined) return;
      const holdMs = random.int(0, 6_000);
      await persist(agent, `look ${++count}`, async (earshot) => {
        const { request } = await earshot.wait({ id, holdMs });
        oracle.exchange.toldAgent(request, id);
        const { items } = await earshot.list({ status: "open" });
        for (const one of items) demand(!("held" in one), `${one.id} tells its agent who decides`);
      });
    },
  };
}

function agentOf(
  agents: readonly AgentPrincipal[],
  request: { readonly agent: string } | undefined,
): AgentPrincipal | undefined {
  return agents.find(({ id }) => id === request?.agent);
}
