import type { RequestId } from "../../../domain/id.ts";
import { dropDraftsOf } from "./acting.ts";
import { problemWords } from "./problem-words.ts";

/** Decides one after the other; those that went wrong keep none of the others back. */
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
