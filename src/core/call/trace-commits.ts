import type { Change, Store } from "../../ports/store/store.ts";
import type { TraceParent, Traces } from "../../ports/system/traces.ts";
import type { Commit } from "./group-commit.ts";

/** A batch points at so many of the calls that share it; backends take 128 links and drop the rest. */
const MAX_LINKS = 64;

/** What stands around a group commit where spans are recorded. */
export interface TracedCommits {
  readonly store: Pick<Store, "commit">;
  /** Has a request remember the span in which it is asked, and the batch those whose change it takes. */
  around(commit: Commit): Commit;
}

/** One span for each batch: a part of the call that came first, with links to the others. */
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
