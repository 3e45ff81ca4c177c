import { hash, timingSafeEqual } from "node:crypto";
import canonicalize from "canonicalize";
import type { Action } from "../domain/authority/action.ts";
import { hashedDefinition } from "../domain/authority/tool-definition.ts";
import { EarshotError } from "../domain/errors.ts";
import type { Digest } from "../ports/system/digest.ts";

function canonical(value: unknown): string {
  try {
    return canonicalize(value) ?? "";
  } catch (cause) {
    throw new EarshotError(
      "INVALID_INPUT",
      "The content holds something that JSON cannot carry: half a surrogate pair, or a number that is not finite.",
      { cause },
    );
  }
}

const hashOfAction = ({ v }: Action, text: string) =>
  hash("sha256", `earshot.action.v${v === 2 ? 2 : 1}\0${text}`, "hex");
const sha256 = (text: string) => hash("sha256", text, "base64url");

/**
 * Hashes over content: RFC 8785 gives the canonical form, Node the hash.
 * @example
 * ```ts
 * import { digest } from "earshot";
 *
 * console.log(digest.json({ b: 1, a: 2 }) === digest.json({ a: 2, b: 1 }));
 * ```
 */
export const digest: Digest = {
  json: (value) => sha256(canonical(value)),
  content: (salt, value) => sha256(`earshot.content.v1\0${salt}\0${canonical(value)}`),
  action: (action) => hashOfAction(action, canonical(action)),
  envelope(action) {
    const text = canonical(action);
    return { action: JSON.parse(text) as typeof action, digest: hashOfAction(action, text) };
  },
  tool: (definition) => {
    const { form, content } = hashedDefinition(definition);
    return hash("sha256", `${form}\0${canonical(content)}`, "hex");
  },
  canonical,
  text: sha256,
  bytes: (value) => `sha256:${hash("sha256", value, "hex")}`,
  isSame(one, other) {
    const [a, b] = [Buffer.from(one), Buffer.from(other)];
    return a.length === b.length && timingSafeEqual(a, b);
  },
};
