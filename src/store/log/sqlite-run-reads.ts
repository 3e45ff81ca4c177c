import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Reads } from "../record-check/readings.ts";

/** Runs reads on a connection, synchronously: nothing else happens on it meanwhile. */
export function createReadsRunner(db: DatabaseSync): <T>(reads: Reads<T>) => T {
  let statements = new Map<string, StatementSync>();

  function prepared(text: string): StatementSync {
    const known = statements.get(text) ?? db.prepare(text);
    // A page that is not full has its own text.
    if (statements.size > MAX_STATEMENTS) statements = new Map();
    statements.set(text, known);
    return known;
  }

  return (reads) => {
    let step = reads.next();
    while (step.done !== true) {
      const { text, values } = step.value;
      step = reads.next(prepared(text).all(...values));
    }
    return step.value;
  };
}

const MAX_STATEMENTS = 100;
