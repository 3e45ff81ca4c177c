/** A search that somebody saved under a name. */
export interface View {
  readonly name: string;
  readonly query: string;
}

/** As many as there are keys for. */
export const MOST_VIEWS = 9;
export const MOST_NAME_CHARS = 40;

/** What the browser kept; anything in it that is no view is left out. */
export function readViews(text: string): readonly View[] {
  try {
    const found: unknown = JSON.parse(text);
    return Array.isArray(found) ? found.flatMap(viewIn).slice(0, MOST_VIEWS) : [];
  } catch {
    return [];
  }
}

function viewIn(value: unknown): readonly View[] {
  const { name, query } = Object(value) as Record<string, unknown>;
  if (typeof name !== "string" || typeof query !== "string" || query === "") return [];
  return [{ name: name.slice(0, MOST_NAME_CHARS), query }];
}

/** The view takes the place of one of its name or its search; beyond the most, nothing is added. */
export function withView(views: readonly View[], { name, query }: View): readonly View[] {
  const view = { name: name.trim().slice(0, MOST_NAME_CHARS) || query, query };
  const at = views.findIndex((one) => one.query === query || one.name === view.name);
  if (at >= 0) return views.with(at, view);
  return views.length < MOST_VIEWS ? [...views, view] : views;
}

export function withoutView(views: readonly View[], { query }: View): readonly View[] {
  return views.filter((one) => one.query !== query);
}

const WHOSE = /(^| )is:(mine|others)(?= |$)/gi;

/** A search, kept to what is open and can be decided by whoever looks, or by others alone. */
export function keptTo(whose: "mine" | "others", query: string): string {
  return `${keptToNone(query)} is:${whose}`.trim();
}

/** The search without that. */
export function keptToNone(query: string): string {
  return query.replaceAll(WHOSE, "").trim();
}
