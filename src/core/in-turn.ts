import type { Context } from "./context.ts";

const turns = new WeakMap<Context["store"], Map<string, Promise<unknown>>>();

/** Runs works of one name one after another, whatever becomes of them. */
export async function inTurn<T>(
  { store }: Pick<Context, "store">,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const byName = turns.get(store) ?? new Map<string, Promise<unknown>>();
  turns.set(store, byName);
  const before = byName.get(name) ?? Promise.resolve();
  const mine = before.then(work, work);
  byName.set(name, mine);
  try {
    return await mine;
  } finally {
    if (byName.get(name) === mine) byName.delete(name);
  }
}
