import type { Session, SessionEntry } from "../../domain/sessions/session.ts";
import type { Context } from "../call/context.ts";

const PAGE = 500;

/** All entries of a session, in order. */
export async function allEntries(
  { store }: Pick<Context, "store">,
  { workspace, id: session, entries }: Session,
): Promise<readonly SessionEntry[]> {
  const all: SessionEntry[] = [];
  while (all.length < entries) {
    const after = all.length;
    const page = await store.listSessionEntries({ workspace, session, after, limit: PAGE });
    all.push(...page);
    if (page.length < PAGE) break;
  }
  return all;
}
