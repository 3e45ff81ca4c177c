import {
  type ExpressionBuilder,
  type Kysely,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from "kysely";
import { ownConversation, type PrincipalId } from "../../domain/id.ts";
import {
  REQUEST_KINDS,
  REQUEST_STATUSES,
  type RequestKind,
  type RequestStatus,
} from "../../domain/requests/request.ts";
import { idsAround } from "../../domain/time-span.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { RequestQuery } from "../../ports/store/request-query.ts";
import { isBehind } from "../hub/shared-question-sql.ts";
import type { Dialect } from "../schema/dialect.ts";
import type { Tables } from "../schema/tables.ts";
import { levelNumber } from "./rows.ts";

type Requests = ExpressionBuilder<Tables, "requests">;

/** Requests that follow one another in an index. */
interface Part {
  readonly status?: RequestStatus | undefined;
  readonly kind?: RequestKind | undefined;
}

/** A page of requests. One statement reads all parts, so a request that closes meanwhile is in one. */
export function requestList(kysely: Kysely<Tables>, dialect: Dialect, query: RequestQuery) {
  const { since, order } = query;
  const direction = order === "oldest" ? "asc" : "desc";
  const partOf = (part: Part) => selectPart(kysely, dialect, { ...query, ...part });
  const [first = {}, ...others] = partsOf(query);
  return (
    others
      .reduce((all, part) => all.unionAll(partOf(part)), partOf(first))
      // Ids sort by time too, but the engine knows only the last column of its index.
      .$if(since !== undefined, (q) => q.orderBy("created_at", direction))
      .orderBy("id", direction)
      .limit(query.limit)
  );
}

/**
 * The parts of a list, which an engine merges along their indexes. It reads only what it returns,
 * however many requests of another status or kind lie between.
 */
function partsOf(query: RequestQuery): readonly Part[] {
  const { status, kind } = query;
  const isPlain =
    status === undefined ? kind === undefined && !isOfOneAgent(query) : status === "open";
  if (isPlain || hasOwnIndex(query)) return [{ status, kind }];
  const kinds = kind === undefined ? REQUEST_KINDS : [kind];
  const statuses = status === undefined ? REQUEST_STATUSES : [status];
  return kinds.flatMap((one) => statuses.map((other) => ({ kind: one, status: other })));
}

/** No index has all that an agent ever asked. */
function isOfOneAgent({
  agent,
  conversation,
}: Pick<RequestQuery, "agent" | "conversation">): boolean {
  if (agent !== undefined) return true;
  return conversation !== undefined && conversation.id === ownConversation(conversation.agent);
}

/** If another index fits better than those of closed requests. */
function hasOwnIndex({
  since,
  rule,
  conversation,
}: Pick<RequestQuery, "since" | "rule" | "conversation">): boolean {
  const isNamed =
    conversation !== undefined && conversation.id !== ownConversation(conversation.agent);
  return since !== undefined || rule !== undefined || isNamed;
}

function selectPart(
  kysely: Kysely<Tables>,
  dialect: Dialect,
  query: Omit<RequestQuery, "status" | "kind"> & Part,
) {
  const { status, kind, level, rule, since, agent, conversation, askedOf, after, order } = query;
  const { named, only } = query;
  const { from, before } = query.span ?? {};
  const { floor, ceiling } = idsAround(query.span ?? {});
  const isClosed = status !== undefined && status !== "open" && !hasOwnIndex(query);
  const requests =
    status === "open" ? openRequests(kysely, dialect) : kysely.selectFrom("requests");
  return (
    requests
      .selectAll("requests")
      .where("workspace", "=", query.workspace)
      // As literals, or the engine could not use the index of open or closed requests.
      .$if(status !== undefined, (q) => q.where(literally("status", status ?? "open")))
      .$if(isClosed, (q) => q.where(sql<SqlBool>`status <> 'open'`))
      .$if(kind !== undefined, (q) => q.where(literally("kind", kind ?? "question")))
      .$if(level !== undefined, (q) => q.where("level", "=", levelNumber(level)))
      .$if(rule !== undefined, (q) => q.where("rule", "=", rule ?? ""))
      .$if(since !== undefined, (q) => q.where("created_at", ">=", toMs(since ?? "")))
      // By the id too, with which every index of a list ends.
      .$if(floor !== undefined, (q) => q.where("id", ">=", floor ?? ""))
      .$if(ceiling !== undefined, (q) => q.where("id", "<", ceiling ?? ""))
      .$if(from !== undefined, (q) => q.where("created_at", ">=", toMs(from ?? "")))
      .$if(before !== undefined, (q) => q.where("created_at", "<", toMs(before ?? "")))
      .$if(agent !== undefined, (q) => q.where(isOf(agent ?? "", status)))
      .$if(conversation !== undefined, (q) =>
        q.where((is) => inConversation(is, conversation, status)),
      )
      .$if(query.folded === true, (q) =>
        q.where(sql<SqlBool>`not ${sql.raw(isBehind("requests"))}`),
      )
      .$if(askedOf !== undefined, (q) => q.where((is) => isAsked(is, dialect, askedOf ?? "")))
      .$if(named !== undefined, (q) => q.where((is) => isNamed(is, dialect, named ?? "")))
      .$if(only !== undefined, (q) => q.where("id", "=", only ?? ""))
      .$if(after !== undefined, (q) => q.where("id", order === "oldest" ? ">" : "<", after ?? ""))
  );
}

/** Open requests, by their own index: along the key, all that were ever asked would be read. */
export function openRequests(kysely: Kysely<Tables>, { openIndex }: Dialect) {
  // The builder is typed as that of the table, which it is.
  const table = sql<Tables["requests"]>`requests`.as<"requests">(sql.raw(`requests${openIndex}`));
  return kysely.selectFrom(table) as SelectQueryBuilder<Tables, "requests", unknown>;
}

function literally(column: "status" | "kind", value: string) {
  return sql<SqlBool>`${sql.ref(column)} = ${sql.lit(value)}`;
}

/** Keeps open requests off the index of everything that the agent ever asked. */
export function isOf(agent: string, status: RequestStatus | undefined) {
  return status === "open" ? sql<SqlBool>`agent || '' = ${agent}` : sql<SqlBool>`agent = ${agent}`;
}

function inConversation(
  is: Requests,
  conversation: RequestQuery["conversation"],
  status: RequestStatus | undefined,
) {
  const { id, agent } = conversation ?? { id: "", agent: "prn_" as PrincipalId };
  return id === ownConversation(agent)
    ? is.and([isOf(agent, status), is("conversation", "is", null)])
    : is("conversation", "=", id);
}

function isAsked(is: Requests, dialect: Dialect, operator: string) {
  return is.or([is("asked", "is", null), isNamed(is, dialect, operator)]);
}

function isNamed(is: Requests, dialect: Dialect, name: string) {
  return dialect.contains(is.ref("asked"), JSON.stringify(name));
}
