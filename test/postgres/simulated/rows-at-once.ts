import { once } from "node:events";
import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  Worker,
} from "node:worker_threads";
import type { StoredRows } from "../../../src/testing/simulator/world-store.ts";

export interface RowsThread {
  readonly url: string;
  /** Counts the answers. */
  readonly bell: Int32Array<SharedArrayBuffer>;
  readonly port: MessagePort;
}

export interface RowsQuestion {
  readonly text: string;
  /** Several statements, without rows, where absent. */
  readonly prepared?: { readonly name: string; readonly values: (string | number)[] };
}

export type RowsAnswer =
  | { readonly rows: readonly Readonly<Record<string, unknown>>[] }
  | { readonly failure: string };

/** A PostgreSQL that answers at once, as SQLite does: this thread stands still meanwhile. */
export interface RowsAtOnce extends StoredRows {
  /** What was read before may have changed; until this is said, it is not read again. */
  changed(): void;
  exec(sql: string): void;
  close(): Promise<void>;
}

/** In rounds, since the clock of a machine that was paused jumps over more than one wait. */
const ROUND_MS = 10_000;
/** Together longer than the thread itself waits, which can say what the database is at. */
const ROUNDS = 4;
const LONGEST_MS = ROUNDS * ROUND_MS;

export function openRowsAtOnce(url: string): RowsAtOnce {
  const bell = new Int32Array(new SharedArrayBuffer(4));
  const { port1: near, port2: far } = new MessageChannel();
  const workerData: RowsThread = { url, bell, port: far };
  const worker = new Worker(new URL("./rows-main.ts", import.meta.url), {
    workerData,
    transferList: [far],
  });
  worker.unref();

  let known = new Map<string, ReturnType<typeof ask>>();
  let statements = 0;

  function ask(question: RowsQuestion) {
    const heard = Atomics.load(bell, 0);
    near.postMessage(question);
    for (let round = 0; round < ROUNDS && Atomics.load(bell, 0) === heard; round++) {
      Atomics.wait(bell, 0, heard, ROUND_MS);
    }
    const answer = receiveMessageOnPort(near)?.message as RowsAnswer | undefined;
    if (answer === undefined) throw new Error(`"${question.text}" timed out in ${LONGEST_MS}ms.`);
    if ("failure" in answer) throw new Error(`PostgreSQL said: ${answer.failure}`);
    return answer.rows;
  }

  function changed(): void {
    known = new Map();
  }

  return {
    changed,
    prepare(sql) {
      let count = 0;
      statements += 1;
      const name = `statement ${statements}`;
      const text = sql.replaceAll("?", () => {
        count += 1;
        return `$${count}`;
      });
      function all(...values: (string | number)[]) {
        const question = JSON.stringify([name, values]);
        const rows = known.get(question) ?? ask({ text, prepared: { name, values } });
        known.set(question, rows);
        return rows;
      }
      return { all, get: (...values) => all(...values)[0] };
    },
    exec(text) {
      ask({ text });
      changed();
    },
    async close() {
      const ended = once(worker, "exit");
      worker.postMessage("end");
      await ended;
      near.close();
    },
  };
}
