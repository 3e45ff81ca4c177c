import { CHAIN_PREFIX, FIRST_HASH } from "../../domain/log/chain.ts";
import type { Write } from "../../ports/store/store.ts";
import { UNDO } from "../postgres/errors.ts";
import type { WriteRow } from "../schema/write-row.ts";
import { WRITES } from "./writes.ts";

/** Tables that only this engine has. The owner of the tables creates them. */
export const NODE_TABLES: readonly string[] = [
  `create table if not exists heads (
    workspace text collate "C" not null primary key,
    seq bigint not null,
    hash bytea not null
  )`,
  // The batches that are committed, for a node that lost its connection before it heard.
  `create table if not exists batches (
    id text collate "C" not null primary key,
    at bigint not null,
    results text,
    place bigint generated always as identity
  )`,
  `do $do$ begin
    if not exists (select from pg_attribute where attrelid = 'batches'::regclass and attname = 'place')
    then alter table batches add column place bigint generated always as identity; end if;
  end $do$`,
  "drop index if exists batches_at",
  // In the order of arrival, which no jump of a clock changes.
  "create index if not exists batches_place on batches (place)",
  // The timelines that nodes have seen the database on, and from when on approvals are used there.
  `create table if not exists timelines (
    timeline text collate "C" not null primary key,
    since bigint not null
  )`,
  `create table if not exists secrets (
    name text collate "C" not null primary key,
    sealed text not null,
    version bigint not null
  )`,
];

/** The database's clock in milliseconds since 1970. Tests replace it with their own. */
const NOW = `create or replace function earshot_now() returns bigint language sql volatile
  as $function$ select (extract(epoch from clock_timestamp()) * 1000::numeric)::bigint $function$`;

/**
 * A promoted server is on another timeline from its first moment. What speaks PostgreSQL's protocol and
 * has no timelines is always on the same.
 */
const TIMELINE = `create or replace function earshot_timeline() returns text language plpgsql volatile
  as $function$ begin
    if to_regprocedure('pg_catalog.pg_walfile_name(pg_lsn)') is null then return 'none'; end if;
    return left(pg_walfile_name(pg_current_wal_lsn()), 8);
  end $function$`;

/** Writes the rows of one kind; returns the changes whose conditional write found what it expected. */
const WRITE_ROWS = `create or replace function earshot_write_2(_kind text, _rows jsonb, _now bigint)
  returns integer[] language plpgsql as $function$
declare
  _one jsonb := _rows->0;
  _scope text := current_setting('earshot.workspace', true);
  _r record;
  _hit integer[];
  _names text[];
begin
  case _kind
${Object.entries(WRITES).map(branch).join("\n")}
  end case;
  return _hit;
end $function$`;

function scope(value: string): string {
  return ` perform set_config('earshot.workspace', ${value}, true); `;
}

function branch([kind, write]: [string, WriteRow<Write>]): string {
  const [widen, narrow] = write.isEverywhere === true ? [scope("'*'"), scope("_scope")] : ["", ""];
  return `  when '${kind}' then
    ${widen}${write.sql}${narrow}`;
}

/*
 * One step: independent changes, so that each kind of write is done for all of them at once. Returns
 * the refused ones as [change, outcome, ...]. Raises if a change is refused after a part of it was
 * written: it must be undone alone.
 */
const STEP = `create or replace function earshot_step_2(_step jsonb, _now bigint)
  returns jsonb language plpgsql as $function$
declare
  _workspace text := _step->>'workspace';
  _entry jsonb;
  _rows jsonb;
  _hit integer[];
  _written integer[] := '{}';
  _refused integer[] := '{}';
  _refusals jsonb;
  _more jsonb;
begin
  if current_setting('earshot.workspace', true) is distinct from _workspace then
    perform set_config('earshot.workspace', _workspace, true);
  end if;
  for _entry in select value from jsonb_array_elements(_step->'if') loop
    _rows := earshot_remaining_2(_entry->1, _refused);
    continue when _rows is null;
    _hit := coalesce(earshot_write_2(_entry->>0, _rows, _now), '{}');
    if cardinality(_hit) < jsonb_array_length(_rows) then
      select jsonb_agg(jsonb_build_array(value->'c', 'conflict')),
          _refused || array_agg((value->>'c')::integer)
        into _more, _refused
        from jsonb_array_elements(_rows) where (value->>'c')::integer <> all (_hit);
      _refusals := coalesce(_refusals, '[]') || _more;
    end if;
    _written := _written || _hit;
  end loop;
  _rows := earshot_remaining_2(_step->'once', _refused);
  if _rows is not null then
    _more := earshot_once_2(_rows);
    if _more is not null then
      select _refused || array_agg((value->>0)::integer) into _refused from jsonb_array_elements(_more);
      _refusals := coalesce(_refusals, '[]') || _more;
    end if;
  end if;
  if _written && _refused then
    raise exception using errcode = '${UNDO}', message = 'a change must be undone alone',
      detail = _refusals::text;
  end if;
  for _entry in select value from jsonb_array_elements(_step->'rest') loop
    _rows := earshot_remaining_2(_entry->1, _refused);
    continue when _rows is null;
    perform earshot_write_2(_entry->>0, _rows, _now);
  end loop;
  return _refusals;
end $function$`;

/** The rows without those of refused changes; null if none are left. */
const REMAINING = `create or replace function earshot_remaining_2(_rows jsonb, _refused integer[])
  returns jsonb language plpgsql as $function$
begin
  if _rows is null or cardinality(_refused) = 0 then return _rows; end if;
  return (select jsonb_agg(value order by ordinality)
    from jsonb_array_elements(_rows) with ordinality
    where (value->>'c')::integer <> all (_refused));
end $function$`;

/** The changes of all rows. */
const ALL = `create or replace function earshot_all_2(_rows jsonb)
  returns integer[] language sql as $function$
  select array_agg((value->>'c')::integer) from jsonb_array_elements(_rows)
$function$`;

/** Claims idempotency keys; returns the outcome of changes whose key was used before. */
const ONCE = `create or replace function earshot_once_2(_rows jsonb)
  returns jsonb language plpgsql as $function$
declare
  _new text[];
begin
  with done as (insert into once (workspace, principal, key, digest, result)
    select r.workspace, r.principal, r.key, r.digest, r.result
      from jsonb_to_recordset(_rows)
        as r(workspace text, principal text, key text, digest text, result text)
      order by r.key, r.principal
    on conflict do nothing returning principal, key)
  select coalesce(array_agg(principal || ' ' || key), '{}') into _new from done;
  if cardinality(_new) = jsonb_array_length(_rows) then return null; end if;
  return (select jsonb_agg(case when o.digest = r.digest
      then jsonb_build_array(r.c, 'replayed', o.result) else jsonb_build_array(r.c, 'key_reused') end)
    from jsonb_to_recordset(_rows)
      as r(c integer, workspace text, principal text, key text, digest text)
    cross join lateral (select o.digest, o.result from once o
      where o.workspace = r.workspace and o.key = r.key and o.principal = r.principal offset 0) o
    where r.principal || ' ' || r.key <> all (_new));
end $function$`;

const hex = (bytes: Uint8Array) => `'\\x${Buffer.from(bytes).toString("hex")}'::bytea`;

/*
 * Appends events to the log of one workspace and gives them their place. The head row is locked from
 * here to the end of the commit, so this comes last. The body to hash comes as text in two parts,
 * around the sequence number.
 */
const APPEND_EVENTS = `create or replace function earshot_append_2(_log jsonb, _refused integer[])
  returns bigint language plpgsql as $function$
declare
  _workspace text := _log->>'workspace';
  _before text := _log->>'before';
  _events jsonb := _log->'events';
  _base bigint;
  _seq bigint;
  _hash bytea;
  _hashes bytea[];
  _after text;
begin
  if cardinality(_refused) > 0 then
    select jsonb_agg(value order by ordinality) into _events
      from jsonb_array_elements(_events) with ordinality
      where (value->>'c')::integer <> all (_refused);
    if _events is null then return null; end if;
  end if;
  perform set_config('earshot.workspace', _workspace, true);
  select h.seq, h.hash into _base, _hash from heads h where h.workspace = _workspace for update;
  if not found then
    insert into heads (workspace, seq, hash)
      select _workspace, coalesce(max(e.seq), 0), coalesce(
        (array_agg(e.hash order by e.seq desc))[1], ${hex(FIRST_HASH)})
      from (select seq, hash from events where workspace = _workspace order by seq desc limit 1) e
      on conflict do nothing;
    select h.seq, h.hash into _base, _hash from heads h where h.workspace = _workspace for update;
  end if;
  _seq := _base;
  for _after in select value->>'after' from jsonb_array_elements(_events) loop
    _seq := _seq + 1;
    _hash := sha256(${hex(Buffer.from(CHAIN_PREFIX, "latin1"))} || _hash
      || convert_to(_before || _seq::text || _after, 'UTF8'));
    _hashes := array_append(_hashes, _hash);
  end loop;
  insert into events (workspace, seq, type, at, actor, subject, agent, data, hash)
    select _workspace, _base + r.n, r.type, r.at, r.actor, r.subject, r.agent, r.data, r.hash
    from rows from (
      jsonb_to_recordset(_events)
        as (type text, at bigint, actor text, subject text, agent text, data text),
      unnest(_hashes)
    ) with ordinality as r(type, at, actor, subject, agent, data, hash, n);
  update heads set seq = _seq, hash = _hash where workspace = _workspace;
  return _seq;
end $function$`;

/*
 * Locks come first, in the same order on all nodes, so that no two batches wait for each other. Heads
 * come last, to keep the wait of nodes that write into one log short. Only a careful batch undoes a
 * refused change alone, since that costs more than the rows.
 */
const COMMIT = `create or replace function earshot_commit_2(_batch jsonb)
  returns text language plpgsql as $function$
declare
  _now bigint;
  _step jsonb;
  _log jsonb;
  _more jsonb;
  _refusals jsonb := '[]';
  _refused integer[] := '{}';
  _seq bigint;
  _heads jsonb := '[]';
  _results text;
  _notice text;
  _detail text;
begin
  if _batch ? 'locks' then
    perform case when is_shared then pg_advisory_xact_lock_shared(place)
        else pg_advisory_xact_lock(place) end
      from (select hashtextextended(value->>0, 7) as place,
          bool_and((value->>1)::boolean) as is_shared
        from jsonb_array_elements(_batch->'locks') group by 1 order by 1) places;
  end if;
  _now := earshot_now();
  perform set_config('earshot.timeline', coalesce(_batch->>'timeline', ''), true);
  for _step in select value from jsonb_array_elements(_batch->'steps') loop
    if _batch ? 'careful' then
      begin
        _more := earshot_step_2(_step, _now);
      exception
        when sqlstate '${UNDO}' then
          get stacked diagnostics _detail = pg_exception_detail;
          _more := _detail::jsonb;
        when unique_violation then
          _more := jsonb_build_array(jsonb_build_array(_step->'c', 'conflict'));
        when others then
          if sqlstate ~ '^(08|25|28|3D|40|42501|53|54|55|57|58|F0|XX)' then raise; end if;
          _more := jsonb_build_array(jsonb_build_array(_step->'c', 'failed', sqlstate, sqlerrm));
      end;
    else
      _more := earshot_step_2(_step, _now);
    end if;
    if _more is not null then _refusals := _refusals || _more; end if;
  end loop;
  if _refusals <> '[]' then
    select array_agg((value->>0)::integer) into _refused from jsonb_array_elements(_refusals);
  end if;
  for _log in select value from jsonb_array_elements(_batch->'logs') loop
    _seq := earshot_append_2(_log, _refused);
    if _seq is not null then
      _heads := _heads || jsonb_build_array(jsonb_build_array(_log->'workspace', _seq));
    end if;
  end loop;
  if _heads <> '[]' then
    _notice := jsonb_build_object('node', _batch->'node', 'positions', _heads)::text;
    -- A notice holds less than 8,000 bytes; a longer one only says that there is something to read.
    if octet_length(_notice) > 7000 then
      _notice := jsonb_build_object('node', _batch->'node')::text;
    end if;
    perform pg_notify('earshot', _notice);
  end if;
  _results := jsonb_build_object('now', _now, 'refusals', _refusals, 'heads', _heads)::text;
  insert into batches (id, at, results) values (_batch->>'id', _now, _results);
  return _results;
end $function$`;

/**
 * Nodes of 0.1 commit by these. Without them such a node that still runs can write nothing more: it does
 * not know what the tables have become.
 */
const FORMER = `drop function if exists earshot_commit_1(jsonb), earshot_step_1(jsonb, bigint),
  earshot_write_1(text, jsonb, bigint), earshot_remaining_1(jsonb, integer[]),
  earshot_all_1(jsonb), earshot_once_1(jsonb), earshot_append_1(jsonb, integer[])`;

/** Replaces the functions, whatever was there. Run by the owner of the tables. */
export const COMMIT_STATEMENTS: readonly string[] = [
  FORMER,
  NOW,
  TIMELINE,
  ALL,
  WRITE_ROWS,
  REMAINING,
  ONCE,
  STEP,
  APPEND_EVENTS,
  COMMIT,
];
