import type { Committer } from "./postgres-committer.ts";

/** Committers with a connection each; a batch goes to the least busy one. */
export function createLanes(count: number, create: () => Committer): Committer {
  const lanes = Array.from({ length: count }, () => ({ committer: create(), underWay: 0 }));

  function freest(): (typeof lanes)[number] {
    const lane = lanes.reduce((best, next) => (next.underWay < best.underWay ? next : best));
    lane.underWay += 1;
    return lane;
  }

  return {
    async commit(changes) {
      const lane = freest();
      try {
        return await lane.committer.commit(changes);
      } finally {
        lane.underWay -= 1;
      }
    },
    async head(workspace) {
      const lane = freest();
      try {
        return await lane.committer.head(workspace);
      } finally {
        lane.underWay -= 1;
      }
    },
    async close() {
      await Promise.all(lanes.map(({ committer }) => committer.close()));
    },
  };
}
