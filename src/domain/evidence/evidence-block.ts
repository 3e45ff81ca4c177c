import { type Evidence, evidenceOf } from "./evidence.ts";
import type { EvidenceFile, EvidenceView } from "./evidence-view.ts";

/** What stands beside a request, on whatever surface. */
export interface EvidenceBlock {
  readonly kind: "evidence";
  readonly views: readonly EvidenceView[];
  /** How many pieces stand beside it that are not drawn here: it is not decided here then. */
  readonly unseen: number;
}

/** Undefined where nothing stands beside it. */
export function evidenceBlock(
  request: Parameters<typeof evidenceOf>[0],
  views: readonly EvidenceView[] = [],
): EvidenceBlock | undefined {
  const evidence: readonly Evidence[] = evidenceOf(request);
  if (evidence.length === 0) return undefined;
  return { kind: "evidence", views, unseen: Math.max(evidence.length - views.length, 0) };
}

/** Whether people see all of it there. */
export function isAllSeen({ views, unseen }: EvidenceBlock): boolean {
  return unseen === 0 && views.every(({ more }) => more === 0);
}

/** A post with more is no place to read in. */
const MOST_POSTED_LINES = 40;

/** Whether a post shows all of it, so that it may be approved there. */
export function isWholeInPosts(block: EvidenceBlock): boolean {
  return isAllSeen(block) && !isTooLong(block);
}

/** Whether a post has its counts alone. */
export function isTooLong({ views }: Pick<EvidenceBlock, "views">): boolean {
  return views.reduce((sum, view) => sum + view.lines.length, 0) > MOST_POSTED_LINES;
}

/** The files that go beside a post: pictures and attachments, and the others where it shows no lines. */
export function filesBeside(
  views: readonly EvidenceView[],
  { isWhole }: { readonly isWhole: boolean },
): readonly EvidenceFile[] {
  const isShort = !isWhole || isTooLong({ views });
  const files = views
    .filter(({ kind, more }) => isShort || more > 0 || kind === "image" || kind === "attachment")
    .flatMap((view) => view.files)
    // Neither platform takes a file without bytes.
    .filter(({ size }) => size > 0);
  return [...new Map(files.map((file) => [file.digest, file])).values()];
}
