import type { RequestId } from "../../../domain/id.ts";
import { dropDraftsOf } from "./acting.ts";
import { problemWords } from "./problem-words.ts";

/** Decides them one after the other; a failure does not stop the others. */
export async function failuresOf<T extends { readonly id: RequestId }>(
  requests: readonly T[],
  decide: (one: T) => Promise<unknown>,
): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const request of requests) {
    try {
      await decide(request);
      dropDraftsOf(request.id);
    } catch (error) {
      failed.push(problemWords(error));
    }
  }
  return failed;
}
