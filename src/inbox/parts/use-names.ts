import { useEffect, useState } from "preact/hooks";
import type { PrincipalId } from "../../domain/id.ts";
import type { Principal } from "../../domain/people/principal.ts";
import { api } from "../server/api.ts";
import { can, me } from "../server/me.ts";

interface Named {
  readonly principal: Principal;
}

/** Names of those who act, as far as the viewer may know them; the others keep their ids. */
export function useNames(): ReadonlyMap<PrincipalId, string> {
  const [names, setNames] = useState<ReadonlyMap<PrincipalId, string>>(new Map());
  useEffect(() => {
    const lists: readonly Promise<{ readonly items: readonly Named[] }>[] = [
      api.listAgents(),
      ...(can("people") ? [api.listOperators()] : []),
      api.listKeys(),
    ];
    void Promise.allSettled(lists).then((answers) => {
      const all = answers.flatMap((one) => (one.status === "fulfilled" ? one.value.items : []));
      const known = all.map(({ principal: { id, name } }) => [id, name] as const);
      const mine = me.value?.principal;
      const own = mine === undefined ? [] : [[mine.id, mine.name] as const];
      setNames(new Map([...known, ...own]));
    });
  }, []);
  return names;
}
