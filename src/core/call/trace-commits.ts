import type { Change, Store } from "../../ports/store/store.ts";
import type { TraceParent, Traces } from "../../ports/system/traces.ts";
import type { Commit } from "./group-commit.ts";

/** A batch links to this many of its calls. Backends accept 128 links and drop the rest. */
const MAX_LINKS = 64;

/** Wraps a group commit when spans are recorded. */
export interface TracedCommits {
  readonly store: Pick<Store, "commit">;
  /**
   * Makes a request remember the span that asked it, and a batch link to the calls whose changes it
   * takes.
   */
  around(commit: Commit): Commit;
}

/** One span per batch: a child of the first call, with links to the others. */
export function traceCommits(store: Pick<Store, "commit">, traces: Traces): TracedCommits {
  const places = new WeakMap<Change, TraceParent>();
  return {
    store: {
      commit(changes) {
        const [parent, ...links] = new Set(changes.flatMap((change) => places.get(change) ?? []));
        const facts = { "earshot.commit.changes": changes.length };
        const start = { name: "commit", parent, links: links.slice(0, MAX_LINKS), facts };
        return traces.run(start, () => store.commit(changes));
      },
    },
    around: (commit) => (change) => {
      const place = traces.current()?.place;
      if (place === undefined) return commit(change);
      const marked = withTrace(change, place);
      places.set(marked, place);
      return commit(marked);
    },
  };
}

function withTrace(change: Change, trace: TraceParent): Change {
  const writes = change.writes.map((write) =>
    write.type === "request.insert" ? { ...write, trace } : write,
  );
  return { ...change, writes };
}
