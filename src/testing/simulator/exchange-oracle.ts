import type { RequestId } from "../../domain/id.ts";
import type { Event, EventType } from "../../domain/log/event.ts";
import { MAX_ASKED_BACK } from "../../domain/requests/asked-back.ts";
import type { Request } from "../../domain/requests/request.ts";
import { createHeldOracle, type HeldOracle } from "./held-oracle.ts";
import type { History } from "./history.ts";
import { demand } from "./violation.ts";
import type { VirtualTime } from "./virtual-time.ts";
import type { StoredRows } from "./world-store.ts";

/**
 * What people and agents say about an open request, and decisions that can be taken back, on disk
 * against the log and against what was acknowledged. Each method throws a Violation.
 */
export interface ExchangeOracle extends HeldOracle {
  askedBack(id: RequestId, text: string): void;
  answeredBack(id: RequestId, text: string): void;
  responded(id: RequestId, text: string): void;
  assigned(id: RequestId, name: string): void;
}

interface ExchangeParts extends Pick<History, "events"> {
  readonly time: Pick<VirtualTime, "elapsed">;
  readonly stored: (id: RequestId) => Request;
}

export function createExchangeOracle(database: StoredRows, parts: ExchangeParts): ExchangeOracle {
  const { events, stored } = parts;
  const { check: checkHeld, ...holding } = createHeldOracle(database, parts);
  const { check: checkAsked, ...asking } = createAskingOracle(database, parts);
  const checkTurns = createTurnsCheck(database);
  const readGrant = database.prepare("select id from grants where request = ?");
  const responses = new Map<RequestId, string>();

  function checkResponse(id: RequestId, text: string): void {
    const now = stored(id);
    const isKept = now.status === "responded" && now.response === text;
    demand(isKept, `${id} was acknowledged as responded to and is ${now.status}`);
    demand(readGrant.get(id) === undefined, `${id} was responded to, and may run`);
  }

  return {
    ...holding,
    ...asking,
    check(fresh) {
      checkHeld(fresh);
      checkAsked(fresh);
      checkTurns(fresh);
    },
    responded(id, text) {
      checkResponse(id, text);
      responses.set(id, text);
    },
    assigned(id, name) {
      const isInLog = events.some(
        ({ type, subject, data }) =>
          type === "request.assigned" && subject === id && data?.name === name,
      );
      demand(isInLog, `${id} was given to ${name}, and the log does not say so`);
    },
    finish() {
      holding.finish();
      asking.finish();
      for (const [id, text] of responses) checkResponse(id, text);
    },
  };
}

/** Knows what agents were asked before a decision, and that each of it is answered once. */
function createAskingOracle(database: StoredRows, { stored }: ExchangeParts) {
  const countMessages = database.prepare("select count(*) as n from messages where asks_back = ?");
  const asked = new Map<string, number>();
  const answered = new Map<string, number>();
  const questions = new Map<string, RequestId>();
  const answers = new Map<string, RequestId>();

  function take({ type, subject: id, agent, data }: Event): void {
    const [before, told] = [asked.get(id) ?? 0, answered.get(id) ?? 0];
    if (type === "request.asked_back") {
      demand(agent !== undefined, `the agent of ${id} does not hear what it was asked`);
      demand(told === before, `${id} was asked something, and the question before waits`);
      demand(
        data?.version === before + 1,
        `question ${data?.version} of ${id} came after ${before}`,
      );
      demand(before < MAX_ASKED_BACK, `${id} was asked more than ${MAX_ASKED_BACK} times`);
      asked.set(id, before + 1);
    } else {
      const isOnce = told === before - 1 && data?.version === before;
      demand(isOnce, `question ${data?.version} of ${id} was answered, and it was not its turn`);
      answered.set(id, before);
    }
  }

  function checkStored(id: RequestId): void {
    const { askedBack = [] } = stored(id);
    const isAll =
      askedBack.length === (asked.get(id) ?? 0) &&
      Number(countMessages.get(id)?.["n"]) === askedBack.length;
    demand(isAll, `${id} has not what was asked about it`);
    const told = askedBack.filter(({ answer }) => answer !== undefined).length;
    demand(told === (answered.get(id) ?? 0), `${id} has not what its agent answered`);
  }

  function checkQuestion(id: RequestId, text: string): void {
    const found = stored(id).askedBack?.filter((one) => one.text === text) ?? [];
    demand(found.length === 1, `what ${id} was asked is kept ${found.length} times`);
  }

  function checkAnswer(id: RequestId, text: string): void {
    const found = stored(id).askedBack?.filter((one) => one.answer?.text === text) ?? [];
    demand(found.length === 1, `what the agent of ${id} answered is kept ${found.length} times`);
  }

  return {
    check(fresh: readonly Event[]) {
      const own = fresh.filter(({ type }) => ASKINGS.has(type));
      for (const event of own) take(event);
      for (const id of new Set(own.map(({ subject }) => subject as RequestId))) checkStored(id);
    },
    askedBack(id: RequestId, text: string) {
      checkQuestion(id, text);
      questions.set(text, id);
    },
    answeredBack(id: RequestId, text: string) {
      checkAnswer(id, text);
      answers.set(text, id);
    },
    finish() {
      for (const [text, id] of questions) checkQuestion(id, text);
      for (const [text, id] of answers) checkAnswer(id, text);
    },
  };
}

const ASKINGS: ReadonlySet<EventType> = new Set<EventType>([
  "request.asked_back",
  "request.answered_back",
]);

/** Whose turn it is, as the log says. */
function createTurnsCheck(database: StoredRows): (fresh: readonly Event[]) => void {
  const readTurns = database.prepare("select request, name from assignments order by request");
  const turns = new Map<string, string>();

  return (fresh) => {
    const own = fresh.filter(({ type }) => TURNS.has(type));
    for (const { type, subject, data } of own) {
      if (type === "request.assigned") turns.set(subject, data?.name ?? "");
      else turns.delete(subject);
    }
    if (own.length === 0) return;
    const rows = readTurns.all();
    const isSame =
      rows.length === turns.size &&
      rows.every((row) => turns.get(String(row["request"])) === row["name"]);
    demand(isSame, "whose turn it is is not what the log says");
  };
}

const TURNS: ReadonlySet<EventType> = new Set<EventType>([
  "request.assigned",
  "request.unassigned",
]);
