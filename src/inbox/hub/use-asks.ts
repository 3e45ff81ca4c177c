import { useEffect, useRef, useState } from "preact/hooks";
import type { RequestId } from "../../domain/id.ts";
import type { ShownDelivery } from "../../ports/earshot/hub.ts";
import { oneLine } from "../../render/visible-text.ts";
import { askOf } from "../parts/words.ts";
import { api } from "../server/api.ts";

const AT_ONCE = 4;
const WIDTH = 70;

/** What each request among these asks, as it becomes known; each is loaded once. */
export function useAsks(items: readonly ShownDelivery[]): ReadonlyMap<string, string> {
  const [asks, setAsks] = useState<ReadonlyMap<string, string>>(new Map());
  const begun = useRef(new Set<string>());
  useEffect(() => {
    const ids = new Set(items.map(({ item }) => item));
    const waiting = [...ids].filter((id) => isRequest(id) && !begun.current.has(id));
    for (const id of waiting) begun.current.add(id);
    const loadNext = async (): Promise<void> => {
      const id = waiting.shift();
      if (id === undefined) return;
      // One that cannot be read keeps its id for a name.
      const ask = await readAsk(id as RequestId).catch(() => "");
      if (ask !== "") setAsks((old) => new Map(old).set(id, ask));
      await loadNext();
    };
    for (let lane = 0; lane < AT_ONCE; lane++) void loadNext();
  }, [items]);
  return asks;
}

function isRequest(id: string): boolean {
  return id.startsWith("req_");
}

async function readAsk(id: RequestId): Promise<string> {
  const { request } = await api.show({ id });
  return oneLine(askOf(request), WIDTH);
}
