import { ServerResponse } from "node:http";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { serveWhenTold } from "./serve-when-told.ts";

/*
 * Earshot with a fault planted underneath it, to show that a harness sees such faults. The faults sit
 * where Earshot meets SQLite and HTTP, so that all of its own code runs as it is.
 */
const prepare = DatabaseSync.prototype.prepare;
const exec = DatabaseSync.prototype.exec;

/** Replaces the statements with this text, or all that begin with it. */
function replaceStatement(
  beginning: string,
  replace: (db: DatabaseSync, sql: string) => StatementSync,
): void {
  const before = DatabaseSync.prototype.prepare;
  DatabaseSync.prototype.prepare = function (sql, ...rest) {
    return sql.startsWith(beginning) ? replace(this, sql) : before.call(this, sql, ...rest);
  };
}

function withRun(statement: StatementSync, run: StatementSync["run"]): StatementSync {
  statement.run = run;
  return statement;
}

const NOTHING = { changes: 0, lastInsertRowid: 0 };

/** Acknowledges at once and commits a little later. */
function commitLate(): void {
  let isDue = false;
  replaceStatement("commit", (db, sql) =>
    withRun(prepare.call(db, sql), () => {
      isDue = true;
      setTimeout(() => flush(db), 15);
      return NOTHING;
    }),
  );
  replaceStatement("begin", (db, sql) =>
    withRun(prepare.call(db, sql), () => {
      flush(db);
      exec.call(db, sql);
      return NOTHING;
    }),
  );
  function flush(db: DatabaseSync): void {
    if (isDue) exec.call(db, "commit");
    isDue = false;
  }
}

/** The statements of migrations and of the first start: without them no server could start. */
const FIRST_COMMITS = 11;

/** Now and then acknowledges a change and drops it. */
function forget(): void {
  let count = 0;
  replaceStatement("commit", (db, sql) =>
    withRun(prepare.call(db, sql), () => {
      count += 1;
      const forgets = count > FIRST_COMMITS && count % 5 === 0 && isAsked(db);
      exec.call(db, forgets ? "rollback" : sql);
      return NOTHING;
    }),
  );
}

/** Before the first request the people of the harness come in; without them there is no traffic. */
function isAsked(db: DatabaseSync): boolean {
  return prepare.call(db, "select 1 from requests limit 1").get() !== undefined;
}

/** Commits the rows of a change before its events. */
function commitInHalves(): void {
  replaceStatement("insert or fail into events", (db, sql) => {
    const insert = prepare.call(db, sql);
    const run = insert.run.bind(insert);
    return withRun(insert, (...values: never[]) => {
      exec.call(db, "commit; begin immediate");
      return run(...values);
    });
  });
}

/** Changes a request even if its version has changed. */
function ignoreVersion(): void {
  replaceStatement("update requests", (db, sql) =>
    prepare.call(db, sql.replace(/ q\.version = (\?) - 1/, " q.version >= $1 - 1")),
  );
}

/** Lets an approval be used again. */
function redeemTwice(): void {
  replaceStatement("update grants", (db, sql) =>
    prepare.call(db, sql.replace("and g.consumed_at is null", "")),
  );
}

/** Takes a repeated call for a new one. */
function ignoreKeys(): void {
  replaceStatement("insert into once", (db, sql) =>
    prepare.call(db, sql.replace("do nothing", "do update set result = excluded.result")),
  );
}

/** Does not record that a delivery has begun. */
function sendUnmarked(): void {
  replaceStatement("update outbox", (db, sql) =>
    prepare.call(db, sql.replace(/set attempts = (\?)/, "set attempts = min($1, 0)")),
  );
}

/** Writes a wrong hash now and then. */
function breakChain(): void {
  let count = 0;
  replaceStatement("insert or fail into events", (db, sql) => {
    const insert = prepare.call(db, sql);
    const run = insert.run.bind(insert);
    return withRun(insert, (...values: never[]) => {
      count += 1;
      if (count % 5 !== 0) return run(...values);
      return run(...values.with(-1, new Uint8Array(32) as never));
    });
  });
}

/** Lets the system decide when a commit reaches the disk. */
function syncLazily(): void {
  replaceStatement("begin", (db, sql) => {
    exec.call(db, "pragma synchronous = normal");
    return prepare.call(db, sql);
  });
}

/** Has no room for another page between SIGUSR1 and SIGUSR2. */
function runOutOfPages(): void {
  replaceStatement("begin", (db, sql) => {
    process.on("SIGUSR1", () => exec.call(db, "pragma max_page_count = 1"));
    process.on("SIGUSR2", () => exec.call(db, "pragma max_page_count = 1000000"));
    return prepare.call(db, sql);
  });
}

/** Never tells a waiter of an answer. */
function leaveWaiting(): void {
  const end = ServerResponse.prototype.end;
  ServerResponse.prototype.end = function (this: ServerResponse, ...given: unknown[]) {
    const isAnswer = String(given[0]).startsWith('{"outcome":"answered"');
    return isAnswer ? this : (end as (...given: unknown[]) => ServerResponse).apply(this, given);
  } as typeof end;
}

const FAULTS: Readonly<Record<string, () => void>> = {
  "commits late": commitLate,
  forgets: forget,
  "commits in halves": commitInHalves,
  "ignores versions": ignoreVersion,
  "ignores keys": ignoreKeys,
  "redeems twice": redeemTwice,
  "sends unmarked": sendUnmarked,
  "breaks the chain": breakChain,
  "leaves waiting": leaveWaiting,
  "syncs lazily": syncLazily,
  "runs out of pages": runOutOfPages,
};

const [fault = ""] = process.argv.slice(2);
const plant = FAULTS[fault];
if (plant === undefined) throw new Error(`There is no fault "${fault}".`);
plant();
serveWhenTold();
