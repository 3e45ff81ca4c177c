import type { ArgumentFact, PaymentEvidence } from "../../domain/evidence/evidence.ts";
import type { EarlierArgs } from "../../domain/evidence/evidence-view.ts";
import type { Json } from "../../domain/json.ts";
import { valueAt } from "../../domain/json-pointer.ts";
import type { RenderMessages } from "../messages/messages.ts";
import { shownPointer, shownText } from "../shown-json.ts";
import type { Drawn } from "./file-view.ts";

const CODE = /^[A-Z]{3}$/;
const CENTS = /(?:^|_)(?:cents?|minor|pence|pennies)(?:_|$)/i;
const MUCH = 2;

export function drawPayment(
  { name, amount, currency, payee }: PaymentEvidence,
  earlier: readonly EarlierArgs[],
  words: RenderMessages,
): Drawn {
  const at = (of: ArgumentFact, args: EarlierArgs["args"]) => valueAt(args, of.at);
  const last = earlier.map((one) => ({
    day: one.at.slice(0, 10),
    status: one.status,
    amount: at(amount, one.args),
    currency: currency === undefined ? undefined : at(currency, one.args),
    payee: at(payee, one.args),
  }));
  const money = (of: Json | undefined, unit: Json | undefined) => moneyOf(of, unit, words);
  const paid = last.filter(({ status }) => status === "approved");
  return {
    heading: words.say("evidence.pay", {
      amount: money(amount.value, currency?.value),
      payee: shownText(String(payee.value).slice(0, 200)),
    }),
    warnings: [
      ...payeeWords(payee, paid, words),
      ...amountWords(amount, paid, words),
      ...unitWords(amount, currency, words),
    ],
    facts: [
      { label: words.say("evidence.pay.for"), value: shownText(name) },
      ...[amount, currency, payee].flatMap((of) =>
        of === undefined
          ? []
          : [{ label: shownPointer(of.at), value: shownText(String(of.value).slice(0, 500)) }],
      ),
    ],
    lines: last.map((one) => ({
      sign: " ",
      text: words.say("evidence.pay.before", {
        day: one.day,
        status: words.say(`status.${one.status}`),
        amount: money(one.amount, one.currency),
        payee: String(one.payee ?? "?").slice(0, 200),
      }),
    })),
  };
}

/** The exact value stands below it. */
function moneyOf(
  value: Json | undefined,
  currency: Json | undefined,
  { language }: RenderMessages,
): string {
  const number = Number(value);
  const code = typeof currency === "string" && CODE.test(currency) ? currency : undefined;
  const unit = code ?? (currency === undefined ? "" : shownText(String(currency).slice(0, 20)));
  if (value === undefined || String(value).trim() === "" || !Number.isFinite(number)) {
    return shownText(`${String(value ?? "?").slice(0, 100)} ${unit}`.trim());
  }
  const digits = new Intl.NumberFormat(language, { maximumFractionDigits: 12 }).format(number);
  return `${digits} ${unit}`.trim();
}

type Last = readonly { readonly amount: Json | undefined; readonly payee: Json | undefined }[];

function payeeWords(payee: ArgumentFact, paid: Last, words: RenderMessages): readonly string[] {
  if (paid.length === 0 || paid.some((one) => one.payee === payee.value)) return [];
  return [words.say("evidence.pay.payee", { count: paid.length })];
}

function amountWords(amount: ArgumentFact, paid: Last, words: RenderMessages): readonly string[] {
  const before = paid.map((one) => Number(one.amount)).filter(Number.isFinite);
  const most = Math.max(...before);
  if (before.length === 0 || !(Number(amount.value) > MUCH * most)) return [];
  return [words.say("evidence.pay.much", { count: before.length })];
}

function unitWords(
  amount: ArgumentFact,
  currency: ArgumentFact | undefined,
  words: RenderMessages,
): readonly string[] {
  return [
    ...(currency === undefined ? [words.say("evidence.pay.currency")] : []),
    ...(CENTS.test(amount.at.replace(/[A-Z/]/g, "_$&")) ? [words.say("evidence.pay.cents")] : []),
  ];
}
