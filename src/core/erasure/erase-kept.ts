import type { PermissionId, PrincipalId } from "../../domain/id.ts";
import type { MemoryRef } from "../../domain/memory/memory.ts";
import { PEOPLE } from "../../domain/memory/memory.ts";
import { present } from "../../domain/present.ts";
import { namesMatter } from "../../domain/requests/matter.ts";
import type { WordsRow } from "../../ports/earshot/words.ts";
import { nowOf } from "../call/context.ts";
import { revokePermission } from "../policy/permissions.ts";
import { namesIn } from "./named-rows.ts";
import { DUE, type Eraser, idOf, type Pursuit } from "./pursuit.ts";

/*
 * What is kept until somebody removes it: memory, permissions, keys of calls.
 */

function memoryRef({ caller }: Pursuit, { key }: WordsRow): MemoryRef {
  const [agent, run, name] = key;
  const { workspace } = caller.principal;
  return {
    workspace,
    agent: agent as PrincipalId | typeof PEOPLE,
    run: String(run),
    key: String(name),
  };
}

/** Memory entries and their earlier versions; a whole entry is erased. */
export const MEMORY: Eraser = {
  async look(pursuit, row) {
    const found = await pursuit.ctx.store.findMemory(memoryRef(pursuit, row));
    return found === undefined ? undefined : DUE;
  },
  holds({ matter }, { key, texts }) {
    const words = [...namesIn(key), texts["value"] ?? null];
    const isTheirs = matter.kind === "person" && texts["writer"] === matter.id;
    return isTheirs || words.some((text) => namesMatter(matter, text));
  },
  async take(pursuit, row) {
    await forget(pursuit, memoryRef(pursuit, row), pursuit.caller.principal.id);
  },
};

async function forget({ ctx }: Pursuit, ref: MemoryRef, actor: PrincipalId): Promise<void> {
  const { workspace, agent, run, key: name } = ref;
  const [newest] = await ctx.store.wordsPage({
    workspace,
    place: "memory_entries",
    only: [agent, run, name],
    limit: 1,
  });
  const record = await ctx.store.findMemory(ref);
  if (record === undefined || newest === undefined) return;
  const { key, texts } = newest;
  const place = { workspace, agent, run };
  const added = { keys: record.value === undefined ? 0 : -1, bytes: -record.bytes };
  const isCounted = added.keys !== 0 || added.bytes !== 0;
  await ctx.commit({
    workspace,
    writes: [
      // A concurrent write is found by the next look, and not counted twice.
      { type: "words.put", place: "memory_entries", key, was: texts, texts },
      ...(isCounted ? [{ type: "memory.count", place, added } as const] : []),
      { type: "words.drop", place: "memory_versions", key },
      { type: "words.drop", place: "memory_entries", key },
    ],
    events: [
      {
        type: "memory.erased",
        at: nowOf(ctx),
        actor,
        subject: record.id,
        ...present({ agent: agent === PEOPLE ? undefined : agent }),
      },
    ],
  });
}

export const PERMISSIONS: Eraser = {
  keeps: ["tool"],
  instead: { args: null },
  async look({ ctx, caller }, row) {
    const id = idOf(row) as PermissionId;
    const permission = await ctx.store.findPermission(caller.principal.workspace, id);
    if (permission === undefined) return undefined;
    if (permission.revokedAt !== undefined || permission.until <= nowOf(ctx)) return DUE;
    return { state: "open", why: `it is still in force: npx earshot permissions revoke ${id}` };
  },
  async close({ ctx, caller }, row) {
    await revokePermission(ctx, caller, { input: { id: idOf(row) as PermissionId } });
  },
};

/** A call repeated under this key is a new call. */
export const ONCE: Eraser = {
  look: async () => DUE,
  holds: () => true,
  async take({ ctx, caller }, { key }) {
    const { workspace } = caller.principal;
    await ctx.commit({
      workspace,
      events: [],
      writes: [{ type: "words.drop", place: "once", key }],
    });
  },
};
