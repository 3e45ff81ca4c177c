import { TOLD_AFTER_MS } from "../../domain/hub/delivery.ts";

/* Frequent queries of the hub to the outbox; `$name` stands for a value. */

const HAS_JOB = "o.shard = $shard and o.job is not null";
const TRIED = `${HAS_JOB} and o.attempts > 0`;
const UNTRIED = `${HAS_JOB} and o.attempts = 0`;
const PLACE = "o.workspace, o.id, o.job";

/** If a tried one comes before it in its lane: an edit, or a post of the same agent. */
const isBehind = (tried: string) => `exists (select 1 from outbox t
  where t.shard = $shard and t.channel = o.channel and t.chat = o.chat
    and t.job is not null and t.attempts > 0 ${tried}
    and (t.job < o.job or (t.job = o.job and t.agent = o.agent and t.id < o.id)))`;

/*
 * Leaves out deliveries blocked by an earlier one that waits for another attempt. Thousands of them would
 * come before all other lanes of the shard, every time.
 */
const IS_BLOCKED = isBehind("and t.due_at > $at");

/*
 * Waiting deliveries come after the ready ones, so that these are not cut off. The words for jobs sort
 * like the jobs: edits first.
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

/** When the next delivery is due that was not tried and is not behind a tried one. */
export const NEXT_DELIVERY = `select o.due_at from outbox o
  where ${UNTRIED} and not ${isBehind("")} order by o.due_at limit 1`;

const LINKS = "select * from links where workspace = $workspace and channel = $channel";

/** Deliveries go to linked chats. Two indexes are used, however many links there are. */
export const LINK_TO = `select * from (
    ${LINKS} and chat = $named union all ${LINKS} and account = $named and chat <> $named
  ) as every_one order by rank, id limit 1`;

const IS_UNTRIED = "status = 'queued' and attempts = 0";
const IS_POSTED = "status in ('sent', 'seen')";

/**
 * What becomes of an item's deliveries once it needs no answer. `at` is the engine's name for the moment
 * from which they are due.
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

/** The deliveries of an item that are settled so. */
export const IS_SETTLED = "status in ('queued', 'sent', 'seen')";
/** The deliveries of an item that may come sooner. */
export const IS_HELD = "status = 'queued' and attempts = 0";
/** What becomes of those. One behind another now waits only for its own turn. */
export const hastenColumns = (at: string) =>
  `due_at = ${at}, job = 'post', held_for = null, behind = null, version = version + 1`;

/** The names by which an engine refers to the item. */
interface Names {
  readonly workspace: string;
  readonly item: string;
  readonly at: string;
}

/**
 * Edits the posts that an item's deliveries waited behind, soon, since they no longer wait there. An
 * attempt under way has to look again. Mails are left out: they cannot change, and another would annoy.
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
 * Behind each of these deliveries, the first that waits becomes due, and the others wait behind it. It is
 * the first to end, so that none ends unseen behind one that lasts longer.
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
