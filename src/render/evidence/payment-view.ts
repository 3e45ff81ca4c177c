import type { ArgumentFact, PaymentEvidence } from "../../domain/evidence/evidence.ts";
import type { EarlierArgs } from "../../domain/evidence/evidence-view.ts";
import type { Json } from "../../domain/json.ts";
import { valueAt } from "../../domain/json-pointer.ts";
import { shownPointer, shownText } from "../shown-json.ts";
import type { Drawn } from "./file-view.ts";

const CODE = /^[A-Z]{3}$/;
const CENTS = /(?:^|_)(?:cents?|minor|pence|pennies)(?:_|$)/i;
const MUCH = 2;

export function drawPayment(
  { name, amount, currency, payee }: PaymentEvidence,
  earlier: readonly EarlierArgs[],
): Drawn {
  const at = (of: ArgumentFact, args: EarlierArgs["args"]) => valueAt(args, of.at);
  const last = earlier.map((one) => ({
    day: one.at.slice(0, 10),
    status: one.status,
    amount: at(amount, one.args),
    currency: currency === undefined ? undefined : at(currency, one.args),
    payee: at(payee, one.args),
  }));
  const shown = moneyOf(amount.value, currency?.value);
  const paid = last.filter(({ status }) => status === "approved");
  return {
    heading: `Pay ${shown} to ${shownText(String(payee.value).slice(0, 200))}`,
    warnings: [
      ...payeeWords(payee, paid),
      ...amountWords(amount, paid),
      ...unitWords(amount, currency),
    ],
    facts: [
      { label: "for", value: shownText(name) },
      ...[amount, currency, payee].flatMap((of) =>
        of === undefined
          ? []
          : [{ label: shownPointer(of.at), value: shownText(String(of.value).slice(0, 500)) }],
      ),
    ],
    lines: last.map((one) => ({
      sign: " ",
      text: `${one.day} ${one.status}: ${moneyOf(one.amount, one.currency)} to ${String(one.payee ?? "?").slice(0, 200)}`,
    })),
  };
}

/** In the way of English: the exact value stands below it. */
function moneyOf(value: Json | undefined, currency: Json | undefined): string {
  const number = Number(value);
  const code = typeof currency === "string" && CODE.test(currency) ? currency : undefined;
  const unit = code ?? (currency === undefined ? "" : shownText(String(currency).slice(0, 20)));
  if (value === undefined || String(value).trim() === "" || !Number.isFinite(number)) {
    return shownText(`${String(value ?? "?").slice(0, 100)} ${unit}`.trim());
  }
  const digits = new Intl.NumberFormat("en", { maximumFractionDigits: 12 }).format(number);
  return `${digits} ${unit}`.trim();
}

type Last = readonly { readonly amount: Json | undefined; readonly payee: Json | undefined }[];

function payeeWords(payee: ArgumentFact, paid: Last): readonly string[] {
  if (paid.length === 0 || paid.some((one) => one.payee === payee.value)) return [];
  return [`None of the last ${paid.length} that were approved went to this payee.`];
}

function amountWords(amount: ArgumentFact, paid: Last): readonly string[] {
  const before = paid.map((one) => Number(one.amount)).filter(Number.isFinite);
  const most = Math.max(...before);
  if (before.length === 0 || !(Number(amount.value) > MUCH * most)) return [];
  return [`It is more than twice the largest of the last ${before.length} that were approved.`];
}

function unitWords(amount: ArgumentFact, currency: ArgumentFact | undefined): readonly string[] {
  return [
    ...(currency === undefined ? ["No argument names a currency."] : []),
    ...(CENTS.test(amount.at.replace(/[A-Z/]/g, "_$&"))
      ? ["Its name says that the amount counts cents, or the like."]
      : []),
  ];
}
