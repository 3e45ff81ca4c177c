import { type Found, keyOf, type State, tryAll, type Wanted } from "./attempts.ts";
import { afterMove, movesFrom } from "./moves.ts";
import { type Name, openWorld, passphraseOf, type ThreeAndTwo } from "./world-of-three.ts";

export interface Search {
  readonly found: ReadonlyMap<string, Found>;
  readonly states: number;
}

interface Bounds {
  readonly who: Name;
  readonly wanted: readonly Wanted[];
  /** How many moves one after another. */
  readonly depth: number;
  /** How many states at most. */
  readonly most: number;
}

/**
 * Everything that one person brings about with what they hold and get hold of in at most `depth`
 * moves, nobody else doing anything. Agents that are not theirs seek whatever the attacker likes.
 */
export async function searchAlone(world: ThreeAndTwo, bounds: Bounds): Promise<Search> {
  const { who, wanted, depth, most } = bounds;
  const found = new Map<string, Found>();
  const isDone = () => wanted.every((one) => found.get(keyOf(one))?.power === "authors");
  const seen = new Set<string>();
  let frontier = [beginning(world, who)];
  let states = 0;
  for (let level = 0; level <= depth && !isDone(); level++) {
    const tried = frontier.slice(0, most - states);
    for (const state of tried) await tryAll(state, trying(world, { wanted, found }));
    states += tried.length;
    const next = level === depth || isDone() ? [] : await differentAfter(tried, who, seen);
    frontier = next;
  }
  return { found, states };
}

async function differentAfter(
  states: readonly State[],
  who: Name,
  seen: Set<string>,
): Promise<State[]> {
  const next: State[] = [];
  for (const state of states) {
    for (const one of await movesFrom(state, who)) {
      const mark = await markOf(one);
      if (!seen.has(mark)) next.push(one);
      seen.add(mark);
    }
  }
  return next;
}

/** What is reached after these moves; throws where one is refused. */
export async function reachedBy(
  world: ThreeAndTwo,
  {
    who,
    moves,
    wanted,
  }: Pick<Bounds, "who" | "wanted"> & {
    readonly moves: readonly {
      readonly move: string;
      readonly name: string;
      readonly by?: string;
    }[];
  },
): Promise<ReadonlyMap<string, Found>> {
  let state = beginning(world, who);
  for (const move of moves) state = await afterMove(state, who, move);
  const found = new Map<string, Found>();
  await tryAll(state, trying(world, { wanted, found }));
  return found;
}

function beginning({ bytes, secrets }: ThreeAndTwo, who: Name): State {
  const held = secrets.filter(({ seenBy }) => seenBy.includes(who));
  return { bytes, held, known: new Map([[who, passphraseOf(who)]]), path: [] };
}

function trying(
  { policy, secrets }: ThreeAndTwo,
  of: { readonly wanted: readonly Wanted[]; readonly found: Map<string, Found> },
) {
  return { policy, others: secrets.filter(({ kind }) => kind === "agent"), ...of };
}

/** What tells one state from another, for what the attacker can still do. */
async function markOf({ bytes, held, known }: State): Promise<string> {
  const world = await openWorld(bytes);
  try {
    const { store } = world.ctx;
    const keys = (await store.listKeys("default"))
      .filter(({ key }) => key.revokedAt === undefined)
      .map(({ key, principal }) => `${principal.name} ${key.scopes.length} ${key.madeBy ?? ""}`);
    const permissions = (await store.listPermissions("default")).length;
    const policy = (await store.currentPolicy("default"))?.revision;
    const mine = held.map(({ kind, name }) => `${kind} ${name}`);
    const sorted = [keys, mine, [...known.keys()]].map((list) => [...new Set(list)].sort());
    return JSON.stringify([...sorted, permissions, policy]);
  } finally {
    await world.close();
  }
}
