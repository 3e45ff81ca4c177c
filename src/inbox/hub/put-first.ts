import type { Link } from "../../domain/hub/link.ts";
import type { LinkId } from "../../domain/id.ts";
import { api } from "../server/api.ts";

/** Ranks one before the others of its operator, which keep their order. */
export async function putFirst(id: LinkId, own: readonly Link[]): Promise<void> {
  const first = own.filter((link) => link.id === id);
  const ranked = [...first, ...own.filter((link) => link.id !== id)];
  for (const [index, link] of ranked.entries()) {
    const rank = index + 1;
    if (link.rank !== rank) await api.rankLink({ id: link.id, rank });
  }
}
