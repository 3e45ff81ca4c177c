import { join } from "node:path";
import { createContext } from "../../src/core/call/context.ts";
import { callerWithAllRights, found } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { createMind } from "../../src/liaison/create-mind.ts";
import type { CallOptions } from "../../src/ports/earshot/call.ts";
import type { LiaisonDoor } from "../../src/ports/earshot/liaison.ts";
import type { LiaisonMind } from "../../src/ports/model/liaison-turns.ts";
import { openSqliteStore } from "../../src/store/sqlite-store.ts";
import { systemClock } from "../../src/system/clock.ts";
import { createLocalPorts } from "../../src/testing/local-ports.ts";
import { inFolder } from "../folder.ts";
import { quantile } from "../statistics.ts";
import { WORDS } from "./words.ts";

export interface TurnTimes {
  readonly turns: number;
  /** Milliseconds from the person's words to the reply, both on disk. */
  readonly p50: number;
  readonly p99: number;
}

/** Whole turns in process over SQLite: the words and the reply are each synced to the disk. */
export function measureTurns(
  conversations: number,
  liaison: LiaisonMind = createMind(),
): Promise<TurnTimes> {
  return inFolder(async (folder) => {
    const path = join(folder, "earshot.db");
    const fail = (error: unknown) => {
      throw error;
    };
    const store = await openSqliteStore({ path, clock: systemClock, onFatal: fail });
    const ports = createLocalPorts({ store, clock: systemClock, database: path });
    const ctx = createContext({ ...ports, liaison });
    const { owner } = await found(ctx, { owner: "ana", agent: "scout" });
    const person = createEarshot(ctx, callerWithAllRights(owner.principal));
    await converse(person, 0);
    const times: number[] = [];
    for (let count = 1; count <= conversations; count++) {
      times.push(...(await converse(person, count)));
    }
    await store.close();
    return { turns: times.length, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
  });
}

/** Never quite the same, so that nothing which is remembered of a text saves the reading. */
function openingOf(first: string, count: number): string {
  return first.replace(/\.$/, ".".repeat(1 + count));
}

async function converse(
  person: LiaisonDoor<CallOptions>,
  count: number,
): Promise<readonly number[]> {
  const times: number[] = [];
  const [first = "", ...rest] = WORDS;
  let began = performance.now();
  const { conversation_id } = await person.beginConversation({
    initial_message: openingOf(first, count),
  });
  times.push(performance.now() - began);
  for (const message of rest) {
    began = performance.now();
    await person.continueConversation({ conversation_id, message });
    times.push(performance.now() - began);
  }
  return times;
}
