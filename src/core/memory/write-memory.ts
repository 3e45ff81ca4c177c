import { checkMemoryKey, checkMemoryValue, type MemoryRef } from "../../domain/memory/memory.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { utf8Length } from "../../domain/text.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import type { MemoryEntry, MemoryItem } from "../../ports/earshot/memory.ts";
import type { Context } from "../call/context.ts";
import type { Given } from "../call/use-case.ts";
import { changeMemory, type Stamp } from "./change-memory.ts";
import { noEntry, placeToRestore, placeToWrite } from "./memory-place.ts";

type Input<N extends "writeMemory" | "deleteMemory" | "restoreMemory"> = Parameters<Earshot[N]>[0];

/** Sets the value of a key. */
export async function writeMemory(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<Input<"writeMemory">>,
): Promise<MemoryEntry> {
  const { key, value } = input;
  const place = await placeToWrite(ctx, caller, input);
  checkMemoryKey(key);
  checkMemoryValue(value);
  const content = { value, bytes: utf8Length(value) };
  const stamp = await changeMemory(
    ctx,
    { caller, operation: "writeMemory", input, options },
    { ref: { ...place, key }, type: "memory.written", content: () => content },
  );
  return { key, value, ...only(stamp) };
}

/** Writes a version without a value, so a later reader can see and undo the deletion. */
export async function deleteMemory(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<Input<"deleteMemory">>,
): Promise<MemoryItem> {
  const { key } = input;
  const place = await placeToWrite(ctx, caller, input);
  checkMemoryKey(key);
  const stamp = await changeMemory(
    ctx,
    { caller, operation: "deleteMemory", input, options },
    {
      ref: { ...place, key },
      type: "memory.deleted",
      content(newest) {
        if (newest === undefined || newest.isDeleted) throw noEntry(key);
        return { bytes: 0 };
      },
    },
  );
  return { key, bytes: 0, ...only(stamp) };
}

/** Writes an earlier version again as the newest; the history stays. */
export async function restoreMemory(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<Input<"restoreMemory">>,
): Promise<MemoryEntry> {
  const { key, version } = input;
  const place = await placeToRestore(ctx, caller, input);
  checkMemoryKey(key);
  const ref = { ...place, key };
  const stamp = await changeMemory(
    ctx,
    { caller, operation: "restoreMemory", input, options },
    {
      ref,
      type: "memory.restored",
      content: async () => {
        const { value, bytes } = await keptValue(ctx, ref, version);
        return { value, bytes, restoredFrom: version };
      },
    },
  );
  // A call's value stands under its own version number, also when the call is repeated.
  const { value } = await keptValue(ctx, ref, stamp.version);
  return { key, value, ...only(stamp), restoredFrom: version };
}

async function keptValue(
  ctx: Context,
  ref: MemoryRef,
  version: number,
): Promise<{ readonly value: string; readonly bytes: number }> {
  const record = await ctx.store.findMemoryVersion(ref, version);
  if (record?.value === undefined) throw noEntry(ref.key, version);
  return { value: record.value, bytes: record.bytes };
}

function only({ version, writtenAt, writtenBy }: Stamp): Stamp {
  return { version, writtenAt, writtenBy };
}
