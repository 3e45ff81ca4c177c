import type { Store } from "../../ports/store/store.ts";

/**
 * The same store, every call of which takes its time before and after it happens, as one behind a
 * network does. What the core may not assume of a store that answers at once shows here.
 */
export function slowStore(store: Store, pause: () => Promise<void>): Store {
  const slow = Object.entries(store).map(([name, call]) => [
    name,
    async (...args: unknown[]) => {
      await pause();
      const result = await call(...args);
      await pause();
      return result;
    },
  ]);
  return Object.fromEntries(slow) as Store;
}
