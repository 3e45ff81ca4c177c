import { EarshotError } from "../errors.ts";
import type { ArgumentFact, PaymentEvidence } from "../evidence/evidence.ts";
import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json-equal.ts";
import { pointerPart, pointerParts, valueAt } from "../json-pointer.ts";
import { present } from "../present.ts";
import { roleOfKey } from "./arg-roles.ts";
import { isCommitment } from "./secret-args.ts";

/** What an agent says of a payment; the arguments have to say the same. */
export interface SaidPayment {
  readonly name: string;
  readonly amount: string | number;
  readonly currency?: string;
  readonly payee: string | number;
}

const MOST_DEPTH = 4;
const MOST_READ = 500;
const CURRENCY = /(?:^|[^a-z])(?:currency|ccy)(?:[^a-z]|$)/i;
/** Whom money reaches, the surest name first. */
const PAYEES = [
  "payee",
  "beneficiary",
  "recipient",
  "iban",
  "to",
  "destination",
  "account",
] as const;

/** What the arguments are compared with, and where the policy says they stand. */
export interface Arguments {
  readonly args: JsonObject;
  /** JSON Pointers that a rule of the policy names. */
  readonly hints?: readonly string[] | undefined;
}

/**
 * The payment that the arguments say: as a rule of the policy names them, or by the names of arguments.
 * Throws INVALID_INPUT where the agent says another one.
 */
export function paymentOf(said: SaidPayment, { args, hints = [] }: Arguments): PaymentEvidence {
  const leaves = [...hinted(args, hints), ...leavesOf(args)];
  const amount = checked("amount", said.amount, leaves.filter(isAmount).sort(byRank)[0]);
  const payee = checked("payee", said.payee, payeeIn(leaves));
  const found = leaves.find(({ at }) => CURRENCY.test(spaced(keyOf(at))));
  const isNone = said.currency === undefined && found === undefined;
  const currency = isNone ? undefined : checked("currency", said.currency, found);
  return { kind: "payment", name: said.name, amount, payee, ...present({ currency }) };
}

/** The same payment with other arguments. */
export function paymentAt(evidence: PaymentEvidence, args: Arguments): PaymentEvidence {
  const valueIn = ({ at }: ArgumentFact) => factOf(at, valueAt(args.args, at))[0]?.value;
  const { name, amount, currency, payee } = evidence;
  const said = {
    name,
    amount: valueIn(amount) ?? "",
    payee: valueIn(payee) ?? "",
    ...present({ currency: currency && String(valueIn(currency) ?? "") }),
  };
  return paymentOf(said, args);
}

function hinted(args: JsonObject, hints: readonly string[]): readonly ArgumentFact[] {
  return hints.flatMap((at) => factOf(at, valueAt(args, at)));
}

function factOf(at: string, value: Json | undefined): readonly ArgumentFact[] {
  return typeof value === "string" || typeof value === "number" ? [{ at, value }] : [];
}

/** The nearest to the top first. */
function leavesOf(args: JsonObject): readonly ArgumentFact[] {
  const found: ArgumentFact[] = [];
  let level: readonly (readonly [at: string, value: Json])[] = [["", args]];
  for (let depth = 0; depth <= MOST_DEPTH && level.length > 0; depth += 1) {
    const next: (readonly [string, Json])[] = [];
    for (const [at, value] of level) {
      found.push(...factOf(at, value));
      if (!isJsonObject(value) || isCommitment(value)) continue;
      for (const [key, inner] of Object.entries(value)) next.push([at + pointerPart(key), inner]);
    }
    level = next.slice(0, MOST_READ);
  }
  return found;
}

function keyOf(at: string): string {
  return pointerParts(at).at(-1) ?? "";
}

const spaced = (key: string) => key.slice(0, 64).replace(/[A-Z]/g, "_$&");

function isAmount({ at, value }: ArgumentFact): boolean {
  return roleOfKey(keyOf(at), value).role === "amount";
}

function byRank(one: ArgumentFact, other: ArgumentFact): number {
  return roleOfKey(keyOf(one.at), one.value).rank - roleOfKey(keyOf(other.at), other.value).rank;
}

function payeeIn(leaves: readonly ArgumentFact[]): ArgumentFact | undefined {
  for (const name of PAYEES) {
    const found = leaves.find(({ at }) =>
      spaced(keyOf(at))
        .toLowerCase()
        .split(/[^a-z]+/)
        .includes(name),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

function checked(
  what: string,
  said: string | number | undefined,
  found: ArgumentFact | undefined,
): ArgumentFact {
  if (found !== undefined && found.value === said) return found;
  const why =
    found === undefined
      ? `no argument names its ${what}`
      : `its ${what} is ${JSON.stringify(found.value)} at ${JSON.stringify(found.at)}, and the evidence says ${JSON.stringify(said ?? null)}`;
  throw new EarshotError(
    "INVALID_INPUT",
    `The evidence of a payment is refused: ${why}. Say what the arguments say, or leave the evidence out. Nobody was asked.`,
    { details: { what: "evidence" } },
  );
}
