import type { SQLInputValue } from "node:sqlite";
import {
  Kysely,
  type KyselyConfig,
  type LimitNode,
  type SqliteDatabase,
  SqliteDialect,
  SqliteQueryCompiler,
  ValueNode,
} from "kysely";
import type { Tables } from "../schema/tables.ts";
import type { DatabaseSync } from "./node-sqlite.ts";

const MAX_STATEMENTS = 200;

/** Kysely over a connection. */
export function sqliteKysely(raw: DatabaseSync, config: Pick<KyselyConfig, "log"> = {}) {
  return new Kysely<Tables>({ ...config, dialect: new LiteralLimits({ database: asKysely(raw) }) });
}

/** Writes limits as numbers, see `withLimit`. */
class LiteralLimitCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const value = ValueNode.is(node.limit) ? node.limit.value : undefined;
    if (Number.isSafeInteger(value)) this.append(`limit ${value}`);
    else super.visitLimit(node);
  }
}

class LiteralLimits extends SqliteDialect {
  override createQueryCompiler(): SqliteQueryCompiler {
    return new LiteralLimitCompiler();
  }
}

/** Prepared statements by their text. If there are too many, the oldest are dropped. */
export function keepStatements<T>(prepare: (sql: string) => T): (sql: string) => T {
  const kept = new Map<string, T>();
  return (sql) => {
    const known = kept.get(sql);
    if (known !== undefined) return known;
    const statement = prepare(sql);
    kept.set(sql, statement);
    const [first] = kept.keys();
    if (kept.size > MAX_STATEMENTS && first !== undefined) kept.delete(first);
    return statement;
  };
}

function asKysely(raw: DatabaseSync): SqliteDatabase {
  return {
    close: () => {},
    prepare: keepStatements((sql) => {
      const statement = raw.prepare(sql);
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
        run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
        // A separate statement: two reads of one statement at the same time would mix.
        iterate: (parameters) =>
          raw.prepare(sql).iterate(...(parameters as SQLInputValue[])) as IterableIterator<unknown>,
      };
    }),
  };
}
