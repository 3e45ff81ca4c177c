import type { PrincipalId } from "../../domain/id.ts";
import type { MemoryPlace } from "../../domain/memory/memory.ts";
import type { PatternSyntax } from "../../domain/memory/memory-pattern.ts";
import type { MemorySearch } from "../earshot/memory.ts";

export interface PatternQuery {
  readonly place: MemoryPlace;
  /** Checked by the rules of the domain. */
  readonly pattern: string;
  readonly syntax: PatternSyntax;
  /** Who searches: many searches by one principal do not hold up others for long. */
  readonly by: PrincipalId;
}

/**
 * Searches the entries of one place in bounded time, whatever the pattern. Throws INVALID_INPUT for
 * a pattern that cannot be understood and RATE_LIMITED if one principal has too many under way.
 */
export interface PatternSearch {
  search(query: PatternQuery): Promise<MemorySearch>;
  close(): Promise<void>;
}
