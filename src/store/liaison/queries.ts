import type { ExpressionBuilder, Kysely } from "kysely";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { LiaisonQuery, LiaisonStore } from "../../ports/store/liaison-store.ts";
import type { Tables } from "../schema/tables.ts";
import { rowToLiaison } from "./rows.ts";

type Builder = ExpressionBuilder<Tables, "liaisons">;

function isOpenTo(is: Builder, agent: string) {
  const isFree = is.and([is("worker", "is", null), is("phase", "<>", "problem_definition")]);
  return is.or([is("worker", "=", agent), isFree]);
}

const ORDERS = { oldest: ["asc", ">"], newest: ["desc", "<"] } as const;

/** The reads of conversations of the liaison, the same on every engine. */
export function createLiaisonQueries(kysely: Kysely<Tables>): LiaisonStore {
  const liaisons = () => kysely.selectFrom("liaisons").select("body");

  function list(query: LiaisonQuery) {
    const { workspace, person, worker, openTo, phase, after, limit } = query;
    const [direction, behind] = ORDERS[query.order];
    return liaisons()
      .where("workspace", "=", workspace)
      .$if(person !== undefined, (q) => q.where("person", "=", person ?? ""))
      .$if(worker !== undefined, (q) => q.where("worker", "=", worker ?? ""))
      .$if(openTo !== undefined, (q) => q.where((is) => isOpenTo(is, openTo ?? "")))
      .$if(phase !== undefined, (q) => q.where("phase", "=", phase ?? ""))
      .$if(after !== undefined, (q) => q.where("id", behind, after ?? ""))
      .orderBy("id", direction)
      .limit(limit);
  }

  return {
    async findLiaison(workspace, id) {
      const row = await liaisons()
        .where("workspace", "=", workspace)
        .where("id", "=", id)
        .executeTakeFirst();
      return row === undefined ? undefined : rowToLiaison(row);
    },
    listLiaisons: async (query) => (await list(query).execute()).map(rowToLiaison),
    async dueLiaisons(at, limit) {
      const rows = await liaisons()
        .where("due_at", "<=", toMs(at))
        .orderBy("due_at")
        .limit(limit)
        .execute();
      return rows.map(rowToLiaison);
    },
    async nextLiaison() {
      const row = await kysely
        .selectFrom("liaisons")
        .select("due_at")
        .where("due_at", "is not", null)
        .orderBy("due_at")
        .limit(1)
        .executeTakeFirst();
      const due = row?.due_at ?? undefined;
      return due === undefined ? undefined : toTimestamp(due);
    },
  };
}
