import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import { present } from "../../domain/present.ts";
import type { Page } from "../../ports/earshot/call.ts";
import type { MemoryItem, MemoryScope } from "../../ports/earshot/memory.ts";
import { didYouMean } from "../registry/nearest.ts";
import type { ToolExecutionContext } from "../registry/tool.ts";

/*
 * How an agent names what it stores. A bare key is its own, in its current run. A key that begins
 * with `people:` is written only by people and read by every agent. No key may contain a colon, so
 * the two cannot be confused, and the six tools need no further parameter.
 */

const PEOPLE = "people:";
const PEOPLE_SCOPE: MemoryScope = { namespace: "people" };
/** As many as a scope can hold. */
const MAX_KEYS = 1_000;
const PAGE = 100;

export type Place = MemoryScope & { readonly key: string };

export function placeOf(key: string, context: ToolExecutionContext): Place {
  return key.startsWith(PEOPLE)
    ? { ...PEOPLE_SCOPE, key: key.slice(PEOPLE.length) }
    : { ...ownScope(context), key };
}

/** The same for keys that only the agent itself may change. */
export function ownPlaceOf(key: string, context: ToolExecutionContext): Place {
  const place = placeOf(key, context);
  if (place.namespace !== "people") return place;
  throw new EarshotError(
    "NOT_ALLOWED",
    `${JSON.stringify(key)} is written by people; you can only read it. Use a key of your own, without "${PEOPLE}".`,
    { details: { key } },
  );
}

function ownScope({ run }: ToolExecutionContext): MemoryScope {
  return run === undefined ? {} : { run };
}

/**
 * Asks about the agent's own keys and those of people, and returns each key as the agent names it.
 * One after the other, since an agent may have only a few searches under way.
 */
export async function inBoth<T extends { readonly key: string }>(
  context: ToolExecutionContext,
  ask: (scope: MemoryScope) => Promise<readonly T[]>,
): Promise<T[]> {
  const own = await ask(ownScope(context));
  const people = await ask(PEOPLE_SCOPE);
  return [...own, ...people.map((item) => ({ ...item, key: `${PEOPLE}${item.key}` }))];
}

/** All keys that the agent can read, its own first. */
export async function allItems(context: ToolExecutionContext): Promise<MemoryItem[]> {
  return await inBoth(context, async (scope) => {
    const items: MemoryItem[] = [];
    let cursor: string | undefined;
    do {
      const page: Page<MemoryItem> = await context.earshot.listMemory({
        ...scope,
        limit: PAGE,
        ...present({ cursor }),
      });
      items.push(...page.items);
      cursor = page.next;
    } while (cursor !== undefined && items.length < MAX_KEYS);
    return items;
  });
}

/** Runs an action that needs its key to exist; the error for a missing key lists similar ones. */
export async function withNearKeys<T>(
  key: string,
  context: ToolExecutionContext,
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!isEarshotError(error, "NOT_FOUND")) throw error;
    const keys = (await allItems(context)).map((item) => item.key);
    const known =
      keys.length === 0 ? "Nothing is stored yet." : "The tool list tells which keys there are.";
    throw new EarshotError(
      "NOT_FOUND",
      `There is no key ${JSON.stringify(key)}.${didYouMean(key, keys)} ${known}`,
      { cause: error, details: { key } },
    );
  }
}
