import { EarshotError } from "../../domain/errors.ts";
import {
  checkKeyPrefix,
  checkMemoryKey,
  isMemoryKey,
  type MemoryRecord,
} from "../../domain/memory/memory.ts";
import { checkPattern } from "../../domain/memory/memory-pattern.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import type { Page } from "../../ports/earshot/call.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import type {
  MemoryEntry,
  MemoryItem,
  MemorySearch,
  MemoryVersion,
} from "../../ports/earshot/memory.ts";
import type { Context } from "../call/context.ts";
import { pageLimit } from "../call/page.ts";
import { noEntry, placeToRead } from "./memory-place.ts";

type Input<N extends keyof Earshot> = NonNullable<Parameters<Earshot[N]>[0]>;

/** The newest version of an entry, or the named one. */
export async function readMemory(
  ctx: Context,
  caller: Caller,
  input: Input<"readMemory">,
): Promise<MemoryEntry> {
  const place = await placeToRead(ctx, caller, input);
  const { key, version } = input;
  checkMemoryKey(key);
  const ref = { ...place, key };
  const record =
    version === undefined
      ? await ctx.store.findMemory(ref)
      : await ctx.store.findMemoryVersion(ref, version);
  if (record?.value === undefined) throw noEntry(key, version);
  return { ...facts(record), value: record.value };
}

/** The entries of one place by key, without their values. */
export async function listMemory(
  ctx: Context,
  caller: Caller,
  input: Input<"listMemory"> = {},
): Promise<Page<MemoryItem>> {
  const place = await placeToRead(ctx, caller, input);
  const { prefix, cursor } = input;
  const limit = pageLimit(input.limit);
  if (prefix !== undefined) checkKeyPrefix(prefix);
  if (cursor !== undefined && !isMemoryKey(cursor)) throw badCursor();
  const records = await ctx.store.listMemory({
    place,
    ...present({ prefix, after: cursor }),
    limit: limit + 1,
    withValues: false,
  });
  const items = records.slice(0, limit).map((each) => ({ ...facts(each), bytes: each.bytes }));
  const last = items.at(-1)?.key;
  return records.length > limit && last !== undefined ? { items, next: last } : { items };
}

/** The kept history of a key, newest first; deletions have no value. */
export async function memoryVersions(
  ctx: Context,
  caller: Caller,
  input: Input<"memoryVersions">,
): Promise<Page<MemoryVersion>> {
  const place = await placeToRead(ctx, caller, input);
  const { key, cursor } = input;
  checkMemoryKey(key);
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) throw badCursor();
  const limit = pageLimit(input.limit);
  const records = await ctx.store.listMemoryVersions({
    ref: { ...place, key },
    ...present({ before: cursor === undefined ? undefined : Number(cursor) }),
    limit: limit + 1,
  });
  if (records.length === 0 && cursor === undefined) throw noEntry(key);
  const items = records
    .slice(0, limit)
    .map((record) => ({ ...facts(record), ...present({ value: record.value }) }));
  const last = items.at(-1)?.version;
  return records.length > limit ? { items, next: String(last) } : { items };
}

/** Entries of one place that match a pattern, in bounded time. */
export async function searchMemory(
  ctx: Context,
  caller: Caller,
  input: Input<"searchMemory">,
): Promise<MemorySearch> {
  const place = await placeToRead(ctx, caller, input);
  const { pattern, syntax = "literal" } = input;
  checkPattern(pattern, syntax);
  return await ctx.search.search({ place, pattern, syntax, by: caller.principal.id });
}

function facts(record: MemoryRecord): Omit<MemoryVersion, "value"> {
  const { key, version, writtenAt, writtenBy, restoredFrom } = record;
  return { key, version, writtenAt, writtenBy, ...present({ restoredFrom }) };
}

function badCursor(): EarshotError {
  return new EarshotError("INVALID_INPUT", 'The cursor is not one that "next" has given.');
}
