import { CHAIN_PREFIX, FIRST_HASH } from "../../domain/log/chain.ts";

const hex = (bytes: Uint8Array) => `'\\x${Buffer.from(bytes).toString("hex")}'::bytea`;

/*
 * Appends events to the log of one workspace and gives them their place: the head row is locked from
 * here to the end of the commit, which is why it comes last. The body that is hashed comes as text in
 * two parts, cut where its sequence number stands.
 */
export const APPEND_EVENTS = `create or replace function earshot_append_1(_log jsonb, _refused integer[])
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
