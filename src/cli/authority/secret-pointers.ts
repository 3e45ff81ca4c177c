import { isCommitment } from "../../domain/authority/secret-args.ts";
import type { Json } from "../../domain/json.ts";

/** Where commitments stand in the place of secrets, as JSON Pointers. */
export function secretPointers(value: Json, at = ""): readonly string[] {
  if (isCommitment(value)) return [at];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    secretPointers(inner as Json, `${at}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
}
