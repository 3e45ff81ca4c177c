import { afterAll, beforeAll, describe } from "vitest";
import type { GraphStore } from "../../src/ports/store/graph-store.ts";
import { hostileFacts } from "./graph/hostile.ts";
import { puttingFacts } from "./graph/putting.ts";
import { reachingFacts } from "./graph/reaching.ts";
import { removingFacts } from "./graph/removing.ts";

/** A graph under test. It may hold what others have written: each test has ids of its own. */
export interface OpenedGraph {
  readonly graph: GraphStore;
  close(): Promise<void>;
}

/** What every graph must do, whatever engine is behind it. */
export function describeGraph(name: string, open: () => Promise<OpenedGraph>): void {
  describe(`the graph on ${name}`, () => {
    let opened: OpenedGraph;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());

    const under = {
      get graph() {
        return opened.graph;
      },
    };
    puttingFacts(under);
    reachingFacts(under);
    removingFacts(under);
    hostileFacts(under);
  });
}
