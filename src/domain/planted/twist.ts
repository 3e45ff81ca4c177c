import type { JsonObject } from "../json.ts";

/** What was made wrong in an action, so that a careful person rejects it. */
export type Twist =
  | { readonly kind: "amount"; readonly at: string; readonly times: number }
  | { readonly kind: "address"; readonly at: string; readonly was: string; readonly is: string }
  | { readonly kind: "reason"; readonly at: string; readonly said: string; readonly is: string };

/** An action that people have approved, and the others of its agent and tool. */
export interface Usual {
  readonly args: JsonObject;
  /** In the agent's words. */
  readonly reason: string;
  readonly others: readonly JsonObject[];
}

export interface Twisted {
  readonly args: JsonObject;
  readonly twist: Twist;
}

/** What is usual is known from so many others. */
export const LEAST_OTHERS = 2;
const TIMES = 10;
/** Above the highest that was ever approved, by so much. */
const PLAINLY = 3;
const LEAST_WORD = 4;
const MOST_TEXT = 2_000;
/** The host of an address of the web or of mail, at its beginning. */
const HOST = /^(?:https?:\/\/|[\w.+-]{1,64}@)([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4})/i;
/** Letters that are taken for one another, of those that a page does not mark. */
const LOOKS_LIKE = [
  ["l", "1"],
  ["o", "0"],
  ["m", "rn"],
  ["w", "vv"],
  ["i", "l"],
] as const;

/** One of what can be made wrong in an action, by a number in [0, 1); undefined where nothing can. */
export function twisted(usual: Usual, draw: number): Twisted | undefined {
  const found = Object.keys(usual.args).flatMap((at) => [
    ...higherAmount(usual, at),
    ...likeAddress(usual, at),
    ...unlikeReason(usual, at),
  ]);
  return found[Math.floor(draw * found.length)];
}

function higherAmount({ args, others }: Usual, at: string): readonly Twisted[] {
  const value = args[at];
  const before = others.map((other) => other[at]);
  if (!isAmount(value) || !before.every(isAmount)) return [];
  const is = value * TIMES;
  if (is < Math.max(value, ...before) * PLAINLY || !Number.isSafeInteger(Math.ceil(is))) return [];
  return [{ args: { ...args, [at]: is }, twist: { kind: "amount", at, times: TIMES } }];
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && value > 1;
}

function likeAddress({ args, others }: Usual, at: string): readonly Twisted[] {
  const value = args[at];
  if (typeof value !== "string" || value.length > MOST_TEXT) return [];
  const was = HOST.exec(value)?.[1];
  const is = was === undefined ? undefined : lookAlike(was);
  if (was === undefined || is === undefined) return [];
  if (others.some((other) => String(other[at]).includes(is))) return [];
  const next = value.replace(was, () => is);
  return [{ args: { ...args, [at]: next }, twist: { kind: "address", at, was, is } }];
}

function lookAlike(host: string): string | undefined {
  const labels = host.split(".");
  const own = labels.at(-2) ?? "";
  const swap = LOOKS_LIKE.find(([letter]) => own.includes(letter));
  if (swap === undefined) return undefined;
  return labels.with(-2, own.replace(swap[0], swap[1])).join(".");
}

/** The reason names one value, and the action has another that was usual elsewhere. */
function unlikeReason({ args, reason, others }: Usual, at: string): readonly Twisted[] {
  const said = args[at];
  if (typeof said !== "string" || said.length < LEAST_WORD || !reason.includes(said)) return [];
  const is = others
    .map((other) => other[at])
    .find((one) => typeof one === "string" && one !== said && !reason.includes(one));
  if (typeof is !== "string") return [];
  return [{ args: { ...args, [at]: is }, twist: { kind: "reason", at, said, is } }];
}
