/*
 * Which requests stand behind another that is asked for them; `r` is how the statement calls the
 * request. One that was taken out leads itself, and stands behind none.
 */

const behind = (
  r: string,
) => `riders x join requests l on l.workspace = x.workspace and l.id = x.leader
  where x.workspace = ${r}.workspace and x.request = ${r}.id and x.leader <> ${r}.id`;

/** Of an open one: what it shares the answer of is open, or its answer is on its way. */
export function isOpenBehind(r: string): string {
  return `exists (select 1 from ${behind(r)} and l.status in ('open', 'answered'))`;
}

/** Of a closed one: it was answered with what that was answered with. */
export function isClosedBehind(r: string): string {
  return `(${r}.status = 'answered' and exists (select 1 from ${behind(r)}
    and l.status = 'answered' and l.answer = ${r}.answer and l.closed_by = ${r}.closed_by))`;
}

export function isBehind(r: string): string {
  return `((${r}.status = 'open' and ${isOpenBehind(r)}) or ${isClosedBehind(r)})`;
}

/** From the side of the open requests, which are few beside all that have ever shared an answer. */
export const STOPPED = `select x.workspace, x.leader, x.request from requests r
  join riders x on x.workspace = r.workspace and x.request = r.id and x.leader <> r.id
  join requests l on l.workspace = x.workspace and l.id = x.leader
  where r.status = 'open' and l.status <> 'open' order by x.workspace, x.request`;
