import { TOLD_AFTER_MS } from "../../domain/hub/delivery.ts";

/* What the hub asks the outbox for all the time; `$name` stands for a value. */

const HAS_JOB = "o.shard = $shard and o.job is not null";
const TRIED = `${HAS_JOB} and o.attempts > 0`;
const UNTRIED = `${HAS_JOB} and o.attempts = 0`;
const PLACE = "o.workspace, o.id, o.job";

/** Where one that was tried stands before it in its lane: an edit, or a post of the same agent. */
const isBehind = (tried: string) => `exists (select 1 from outbox t
  where t.shard = $shard and t.channel = o.channel and t.chat = o.chat
    and t.job is not null and t.attempts > 0 ${tried}
    and (t.job < o.job or (t.job = o.job and t.agent = o.agent and t.id < o.id)))`;

/*
 * What cannot be brought since one before it waits to be tried again is left out: thousands of them
 * would stand before all other lanes of the shard, each time anew.
 */
const IS_BLOCKED = isBehind("and t.due_at > $at");

/*
 * Those that wait come after those that can be brought, so that these are not cut off. The words for
 * the jobs sort as the jobs do: edits first.
 */
export const DUE_DELIVERIES = `select o.*
  from (select workspace, id, job from (
      select ${PLACE}, case when o.due_at > $at then 1 else 0 end as waits
        from outbox o where ${TRIED}
      union all
      select ${PLACE}, 0 from outbox o where ${UNTRIED} and o.due_at <= $at and not ${IS_BLOCKED}
    ) as every_one order by waits, job, id limit $limit) as chosen
  join outbox o on o.workspace = chosen.workspace and o.id = chosen.id
  order by chosen.job, chosen.id`;

/** When the next is due of those that were not tried, and stand behind none that was. */
export const NEXT_DELIVERY = `select o.due_at from outbox o
  where ${UNTRIED} and not ${isBehind("")} order by o.due_at limit 1`;

const LINKS = "select * from links where workspace = $workspace and channel = $channel";

/** What is sent goes to a chat that is linked: two indexes are asked, however many links there are. */
export const LINK_TO = `select * from (
    ${LINKS} and chat = $named union all ${LINKS} and account = $named and chat <> $named
  ) as every_one order by rank, id limit 1`;

const IS_UNTRIED = "status = 'queued' and attempts = 0";
const IS_POSTED = "status in ('sent', 'seen')";

/**
 * What becomes of an item's deliveries once it needs no answer; `at` is how the engine names the
 * moment from which they are due.
 */
export function settleColumns(at: string): string {
  return `status = case when ${IS_UNTRIED} then 'dropped' else status end,
    job = case when ${IS_UNTRIED} then null when ${IS_POSTED} then 'edit' else job end,
    due_at = case when ${IS_UNTRIED} then null when ${IS_POSTED} then ${at} else due_at end,
    held_for = case when ${IS_UNTRIED} then null else held_for end,
    behind = case when ${IS_UNTRIED} then null else behind end,
    attempts = case when ${IS_POSTED} then 0 else attempts end,
    version = version + 1`;
}

/** Which of an item's deliveries that concerns. */
export const IS_SETTLED = "status in ('queued', 'sent', 'seen')";
/** Which of an item's deliveries may come sooner. */
export const IS_HELD = "status = 'queued' and attempts = 0";
/** What becomes of those: one that waited behind another waits for its own turn alone. */
export const hastenColumns = (at: string) =>
  `due_at = ${at}, job = 'post', held_for = null, behind = null, version = version + 1`;

/** How an engine names what a statement is of. */
interface Names {
  readonly workspace: string;
  readonly item: string;
  readonly at: string;
}

/**
 * Has what an item's deliveries wait behind told anew, soon, since they wait there no more; whoever
 * changes it now has to look again. What was mailed cannot be changed: another mail would disturb.
 */
export function recount({ workspace, item, at }: Names): string {
  return `update outbox set job = 'edit', version = version + 1,
      due_at = case when job is null then ${at} + ${TOLD_AFTER_MS} else due_at end,
      attempts = case when job is null then 0 else attempts end
    where workspace = ${workspace} and status in ('sent', 'seen') and channel <> 'email'
      and id in (select f.behind from outbox f
        where f.workspace = ${workspace} and f.item = ${item} and f.behind is not null)`;
}

/**
 * Of what waits behind each of these deliveries the first is due, and the others wait behind that: it
 * is the one that ends first, so that none ends unseen behind one that stands longer.
 */
export function goOn({ workspace, leaders }: { workspace: string; leaders: string }): string {
  return `update outbox as o
    set behind = case when o.id = n.first then null else n.first end,
      job = case when o.id = n.first then 'post' end,
      due_at = case when o.id = n.first then o.created_at end,
      version = o.version + 1
    from (select f.id, first_value(f.id) over (partition by f.behind
          order by coalesce(r.expires_at, ${Number.MAX_SAFE_INTEGER}), f.id) as first
        from outbox f left join requests r on r.workspace = f.workspace and r.id = f.item
        where f.workspace = ${workspace} and f.behind in (${leaders})) as n
    where o.workspace = ${workspace} and o.id = n.id`;
}

/** The deliveries of an item. */
export function deliveriesOf({ workspace, item }: Pick<Names, "workspace" | "item">): string {
  return `select l.id from outbox l where l.workspace = ${workspace} and l.item = ${item}`;
}
