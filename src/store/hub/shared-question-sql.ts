/*
 * Which requests share the answer of another, their leader. `r` is the request in the statement. A
 * request that was taken out leads itself.
 */

/**
 * Whether `rows` has one, looked up for each row of the statement around it. `exists` alone would let
 * PostgreSQL join whole tables, and it takes a full table for an empty one until it next counts.
 */
export const lookedUp = (rows: string) => `(select 1 from ${rows} limit 1) is not null`;

const behind = (r: string, such: string) =>
  `coalesce((select exists (select 1 from requests l
      where l.workspace = x.workspace and l.id = x.leader and ${such})
    from riders x
    where x.workspace = ${r}.workspace and x.request = ${r}.id and x.leader <> ${r}.id), false)`;

/** For an open request: its leader is open, or the answer is on its way. */
export function isOpenBehind(r: string): string {
  return behind(r, "l.status in ('open', 'answered')");
}

/** For a closed request: it got the answer of its leader. */
export function isClosedBehind(r: string): string {
  const isSame = `l.status = 'answered' and l.answer = ${r}.answer and l.closed_by = ${r}.closed_by`;
  return `(${r}.status = 'answered' and ${behind(r, isSame)})`;
}

export function isBehind(r: string): string {
  return `((${r}.status = 'open' and ${isOpenBehind(r)}) or ${isClosedBehind(r)})`;
}

export const RIDERS_OF = `select request from riders
  where workspace = $workspace and leader = $leader and request <> $leader order by request`;
export const LEADER_OF = `select leader from riders
  where workspace = $workspace and request = $rider and leader <> $rider`;

/** The oldest open question of this likeness that shares no other's answer. */
export const OPEN_LIKE = `select id from requests r
  where workspace = $workspace and likeness = $likeness and likeness is not null and status = 'open'
    and not exists (select from riders x where x.workspace = r.workspace and x.request = r.id)
  order by id limit 1`;

/**
 * Starts from open requests, which are few beside all that ever shared an answer: SQLite takes tables
 * that are cross joined in their order.
 */
export const STOPPED = `select x.workspace, x.leader, x.request
  from requests r cross join riders x cross join requests l
  where r.status = 'open' and x.workspace = r.workspace and x.request = r.id and x.leader <> r.id
    and l.workspace = x.workspace and l.id = x.leader and l.status <> 'open'
  order by x.workspace, x.request`;

/** 132 bits: nobody finds a question that is taken for another one. */
const LIKENESS_LENGTH = 22;

export function likenessToColumn(likeness: string | undefined): string | null {
  return likeness?.slice(0, LIKENESS_LENGTH) ?? null;
}
