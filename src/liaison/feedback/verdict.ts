import type { Acceptance } from "../../domain/liaison/feedback.ts";
import type { Exchange } from "../../domain/liaison/liaison.ts";
import type { Act } from "./acts.ts";
import { plain } from "./patterns.ts";
import type { Remark } from "./remarks.ts";

/** The person's last word: later exchanges override earlier ones. */
export interface Verdict {
  readonly status: Acceptance;
  readonly isFirm: boolean;
}

const OF_ACT: Readonly<Record<Act["kind"], Acceptance>> = {
  accept: "accepted",
  reject: "rejected",
  improve: "needs_improvement",
  conditional: "needs_improvement",
};

/** Within one exchange, a condition outweighs a refusal, and a refusal outweighs consent. */
const ORDER: readonly Act["kind"][] = ["conditional", "reject", "accept", "improve"];

export function verdictOf(
  remarks: readonly Remark[],
  exchanges: readonly Exchange[],
): Verdict | undefined {
  const byExchange = exchanges.map((exchange, at) =>
    exchange.role === "human"
      ? (shortAnswer(exchange, exchanges[at - 1]) ??
        actIn(remarks.filter((remark) => remark.exchange === exchange.id)))
      : undefined,
  );
  const last =
    byExchange.findLast((act) => act?.isFirm) ?? byExchange.findLast((act) => act !== undefined);
  return last === undefined ? undefined : { status: OF_ACT[last.kind], isFirm: last.isFirm };
}

function actIn(remarks: readonly Remark[]): Act | undefined {
  const acts = remarks.flatMap((remark) => {
    if (remark.act === undefined || remark.isSarcastic) return [];
    const sentence = remarks.filter((other) => other.sentence === remark.sentence);
    return [conditioned(remark.act, { remark, sentence })];
  });
  const pick = (some: readonly Act[]) =>
    ORDER.flatMap((kind) => some.filter((act) => act.kind === kind))[0];
  return pick(acts.filter(({ isFirm }) => isFirm)) ?? pick(acts);
}

const ONLY_IF =
  /^(?:but |and |so )?(?:only )?(?:if|once|unless|until|provided|as soon as|after|when)\b/;
const SUPPOSES =
  /^(?:but |and |so )?(?:should (?:it|this|that|they|everything|all|the|my|our)|assuming|supposing|provided|as long as)\b/;
const ORDERED =
  /^(?:please |just |so |now )*(?!it|this|that|these|those|they|i|we|you|he|she|the|a|an|all|everything|everyone|yes|no|ok|okay)[a-z]+ (?:it|this|that|them|the|me|us|a|an|in|out|your|my|our)\b/;
const IN_RETURN =
  /^and (?:then )?(?:you(?:'ve|'ll| have| get| got| can have)|it(?:'s| is|'ll)|i(?:'ll|'m| will| accept)|we(?:'ll|'re| will| are| have)|that(?:'s|'ll))(?![a-z])/;
const THEN = /^(?:and )?(?:then|after that|afterwards)\b/;

/**
 * "I'd accept it, but only if …", "swap the charts, then ship it", "get it below 300 words and
 * you have my yes": the condition may be in a neighbouring clause.
 */
function conditioned(
  act: Act,
  { remark, sentence }: { readonly remark: Remark; readonly sentence: readonly Remark[] },
): Act {
  const place = sentence.indexOf(remark);
  const isConditional =
    act.kind === "accept" &&
    (sentence.slice(place + 1).some((one) => ONLY_IF.test(one.plain)) ||
      SUPPOSES.test(sentence[0]?.plain ?? "") ||
      (IN_RETURN.test(remark.plain) && ORDERED.test(sentence[place - 1]?.plain ?? "")) ||
      (THEN.test(remark.plain) && sentence.slice(0, place).some(({ request }) => request)));
  return isConditional ? { ...act, kind: "conditional" } : act;
}

const ASKED_TO_ACCEPT =
  /\b(?:accept|approve|happy with|satisfied|good enough|as it is|does (?:it|this) work)\b|akzept|nimmst|nehmen sie|acept|acceptez|acceptes|accett|aceit|akcept|aanvaard|受け入れ|承認|接受/;
const GOOD_ALONE = /👍|👏|🎉|💯|✅|❤️?|😍|🥳|🙌|🔥|👌/u;
const BAD_ALONE = /👎|😡|😠|😤|🤮|💩|❌|🤬|😒|😞|😢|😭|🙁|☹️?|😩/u;

/** Signs alone speak where they agree. */
function signsAlone(content: string): Act | undefined {
  const text = content.slice(0, 200);
  if (/[\p{L}\p{N}?]/u.test(text)) return undefined;
  if (BAD_ALONE.test(text)) return { kind: "improve", isFirm: true };
  return GOOD_ALONE.test(text) ? { kind: "accept", isFirm: true } : undefined;
}

/** The labels of the buttons. */
const LABELS: Readonly<Record<string, Act["kind"]>> = {
  accept: "accept",
  change: "improve",
  reject: "reject",
};

function asksToAccept(content: string): boolean {
  const questions = plain(content.slice(-4_000)).match(/[^.!?。\n]{2,400}[?？]/g) ?? [];
  return questions.some((question) => ASKED_TO_ACCEPT.test(question));
}

/** "Yes" and "no" decide only if the question was whether the result is accepted. */
function shortAnswer({ content }: Exchange, asked: Exchange | undefined): Act | undefined {
  const signs = signsAlone(content);
  if (signs !== undefined) return signs;
  const text = plain(content.slice(0, 60)).trim();
  const label = LABELS[text.replace(/[.! ]+$/, "")];
  if (label !== undefined) return { kind: label, isFirm: true };
  if (asked?.role !== "assistant" || !asksToAccept(asked.content)) return undefined;
  if (
    /^(?:yes|yep|yeah|yup|sure|ok|okay|i do|it is|fine|absolutely|ja|oui|sí|si|sì|sim|tak|はい|是|是的|好|好的|of course)(?:[,!. ]+(?:please|thanks|thank you|i do|it is|sure))*[!. ]*$/.test(
      text,
    )
  )
    return { kind: "accept", isFirm: true };
  return /^(?:no|nope|nah|not really|not yet|i don't|nein|non|não|nee|nie|いいえ|不|不是|不行)[!.。 ]*$/.test(
    text,
  )
    ? { kind: "improve", isFirm: true }
    : undefined;
}
