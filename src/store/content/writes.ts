import type { Content } from "../../domain/content/content.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import { CONTENT_QUOTA } from "../../domain/limits.ts";
import { toMs } from "../../domain/timestamp.ts";
import {
  changes,
  changesIf,
  type Entry,
  finds,
  type SqliteWrite,
  statement,
  type WriteTable,
} from "../schema/write-row.ts";
import { type ContentRow, contentToRow } from "./rows.ts";
import { isShown } from "./shown.ts";

const KEY = "workspace, owner, digest";
const ROW = `${KEY}, media_type, name, size integer, created_at bigint, text, bytes`;

const sumOf = (what: string, where: string) =>
  `(select coalesce(${what}, 0) from contents t where t.workspace = _r.workspace ${where})`;
const OWN = "and t.owner = _r.owner";

/** Nobody can give a file to a request that has closed meanwhile. */
const IS_OPEN = `(_r.owner not like 'req%' or exists (select 1 from requests q
    where q.workspace = _r.workspace and q.id = _r.owner and q.status = 'open'))`;

/** Bytes that are there need no more room. */
const FITS = `(exists (select 1 from contents t where t.workspace = _r.workspace ${OWN}
      and t.digest = _r.digest)
    or (${sumOf("count(*)", OWN)} < ${CONTENT_QUOTA.pieces}
      and ${sumOf("sum(t.size)", OWN)} + _r.size <= ${CONTENT_QUOTA.bytes}
      and ${sumOf("sum(t.size)", "")} + _r.size <= ${CONTENT_QUOTA.workspace}))`;

const INSERTED = `insert into contents
    (workspace, owner, digest, media_type, name, size, created_at, text, bytes)
  select _r.workspace, _r.owner, _r.digest, _r.media_type, _r.name, _r.size, _r.created_at, _r.text,`;

/** What an edit brings may have come with an earlier one. */
const bring = (bytes: string) => `${INSERTED} ${bytes} where ${FITS}
  on conflict (workspace, owner, digest) do update set size = excluded.size`;

/** What its request shows people goes with it alone, whoever gives the same later. */
const IS_SHOWN = `exists (select 1 from requests q where q.workspace = contents.workspace
    and q.id = contents.owner and ${isShown("contents")})`;

/** A request has one name of its bytes; in a conversation each message that they come with has its own. */
const put = (bytes: string) => `${INSERTED} ${bytes}
  where ${IS_OPEN} and ${FITS}
  on conflict (workspace, owner, digest)
    do update set
      name = case when contents.owner like 'req%' then excluded.name else contents.name end,
      media_type =
        case when contents.owner like 'req%' then excluded.media_type else contents.media_type end,
      created_at =
        case when contents.owner like 'req%' and not ${IS_SHOWN} then excluded.created_at
          else contents.created_at end`;

/** SQLite takes bytes as they are, PostgreSQL as base64. */
function withBytes(made: (bytes: string) => string) {
  const write = statement(made("_r.bytes"));
  const sqlite: SqliteWrite = (db, row) => {
    const { bytes, ...rest } = row as ContentRow;
    return write(db, { ...rest, bytes: bytes === null ? null : Buffer.from(bytes, "base64") });
  };
  return changesIf(ROW, made("decode(_r.bytes, 'base64')"), sqlite);
}

function kept(workspace: WorkspaceId, content: Content): Entry {
  return {
    rows: [{ ...contentToRow(content), workspace }],
    // Two nodes could fill the last room at the same time.
    places: [`${workspace} content`],
    within: [`${workspace} ${content.owner}`],
  };
}

const ARE_THERE = `1 where (select count(*) from contents t where t.workspace = _r.workspace
    ${OWN} and _r.digests like '%' || t.digest || '%') = _r.count`;

/** What people paste and attach. */
export const CONTENT_WRITES: WriteTable<"content"> = {
  "content.put": {
    ...withBytes(put),
    toEntry: (workspace, { content }) => kept(workspace, content),
  },
  "content.bring": {
    ...withBytes(bring),
    toEntry: (workspace, { content }) => kept(workspace, content),
  },
  "content.drop": {
    isMany: true,
    ...changes(
      "workspace, owner, kept",
      `delete from contents t where t.workspace = _r.workspace and t.owner = _r.owner
        and _r.kept not like '%' || t.digest || '%'`,
    ),
    toEntry: (workspace, { owner, keep = [] }) => ({
      rows: [{ workspace, owner, kept: keep.join(" ") }],
      places: [`${workspace} content ${owner}`],
    }),
  },
  "content.expire": {
    isMany: true,
    ...changes(
      "workspace, owner, before bigint",
      `delete from contents t where t.workspace = _r.workspace ${OWN}
        and t.created_at <= _r.before and exists (select from requests q
          where q.workspace = _r.workspace and q.id = _r.owner and q.status = 'open'
            and not ${isShown("t")})`,
    ),
    toEntry: (workspace, { owner, before }) => ({
      rows: [{ workspace, owner, before: toMs(before) }],
      places: [`${workspace} content ${owner}`],
      within: [`${workspace} ${owner}`],
    }),
  },
  "content.holds": {
    isMany: true,
    ...changesIf(
      "workspace, owner, digests, count integer",
      `perform ${ARE_THERE}`,
      finds(`select ${ARE_THERE}`),
    ),
    toEntry: (workspace, { owner, digests }) => ({
      rows: [{ workspace, owner, digests: digests.join(" "), count: new Set(digests).size }],
      // A file that is named in the same moment in which it gets too old stays.
      ground: [`${workspace} content ${owner}`],
    }),
  },
};
