import type { SlotKind } from "../cases/slot-kind.ts";

/** A detail that people call by its name: a kind, or their own name. */
export type NamedDetail = SlotKind | "name";

/** What people call a detail before they tell it, in the ten languages. */
const NAMES: Readonly<Partial<Record<NamedDetail, string>>> = {
  budget: "budget|presupuesto|orçamento|budżet|kostenrahmen|予算|预算",
  audience:
    "audience|readers?|target group|public|zielgruppe|publikum|leser|público|pubblico|destinatari|publiek|doelgroep|odbiorcy|grupa docelowa|対象|読者|受众|读者",
  deadline:
    "deadline|due date|abgabetermin|termin|frist|fecha (?:límite|tope)|plazo|date limite|échéance|délai|scadenza|prazo|data limite|termijn|termin|期限|締め切り|締切|截止日期|期限",
  period:
    "date|dates|period|datum|termin|zeitraum|fecha|data|periodo|período|période|periode|okres|日程|日期|期間|时间",
  place:
    "place|venue|location|destination|ort|treffpunkt|ziel|reiseziel|zielort|lugar|destino|lieu|luogo|posto|destinazione|local|plaats|locatie|bestemming|miejsce|cel podróży|場所|目的地|行き先|地点",
  style: "tone|style|ton|stil|tono|estilo|style|stile|tom|toon|stijl|styl|文体|风格|语气",
  quantity:
    "length|number|länge|umfang|anzahl|longitud|longueur|lunghezza|extensão|lengte|długość|長さ|长度",
  duration: "length|duration|dauer|länge|duración|durée|durata|duração|duur|czas|期間|时长",
  format: "format|formato|formaat|形式|格式",
  purpose:
    "purpose|goal|zweck|propósito|objetivo|finalidad|but|objectif|scopo|obiettivo|finalidade|doel|cel|目的|用途",
  name: "name|namen?|nombre|nom|nome|naam|imię|nazwisko|名前|氏名|姓名|名字",
  language: "language|sprache|idioma|langue|lingua|língua|taal|język|言語|语言",
};
const ARTICLE =
  "(?:(?:the|our|my|its|an?|das|der|die|den|eine?|mein\\p{L}*|unser\\p{L}*|el|la|los|las|una?|mi|nuestr[oa]|le|les|une|notre|mon|ma|il|lo|i|gli|il mio|la mia|o|os|as|um|uma|o meu|a minha|meu|minha|nosso|het|de|een|mijn|ons|onze|mój|moje|nasz|nasze) |l['’]|私の|うちの|我的|我们的)?";
const IS =
  "(?:(?:is|are|will be|would be|should be|ist|sind|wäre|liegt bei|beträgt|es(?: de)?|son|est(?: de)?|sont|è(?: di)?|sono|é(?: de)?|são|zijn|to|jest|wynosi) |, (?:c['’]est|ce sont) |は、?|是|为)";

const DETAILS = Object.entries(NAMES) as readonly (readonly [NamedDetail, string])[];
const FORMS: ReadonlyMap<NamedDetail, RegExp> = new Map(
  DETAILS.map(([kind, names]) => [
    kind,
    new RegExp(`^${ARTICLE}(?:${names})\\s?${IS}(?=\\S)`, "iu"),
  ]),
);
const CALLED: readonly (readonly [NamedDetail, RegExp])[] = DETAILS.map(([kind, names]) => [
  kind,
  new RegExp(`^${ARTICLE}(?:${names})$`, "iu"),
]);
const DENIES =
  /^(?:not|no|never|wrong|nicht|kein\p{L}*|falsch|pas|non|não|niet|geen|nie|だめ|不)(?!\p{L})/iu;
const MOST_READ = 200;
const JAPANESE_END = /(?<=\S)(?:です|でお願いします)[。.]?$/u;

/** "Het budget is 1800 euro" answers 1800 euro. */
export function withoutNamedLead(answer: string, kind: SlotKind | undefined): string {
  const form = kind === undefined ? undefined : FORMS.get(kind);
  const bare = form === undefined ? answer : answer.replace(form, "");
  return bare === answer ? answer : bare.replace(JAPANESE_END, "");
}

/** The detail that words name, and nothing else: "my deadline", "das Ziel". */
export function detailCalled(words: string): NamedDetail | undefined {
  const name = words.slice(0, MOST_READ).trim();
  return CALLED.find(([, form]) => form.test(name))?.[0];
}

export interface NamedFact {
  readonly detail: NamedDetail;
  readonly value: string;
}

/** Of English; a date in two other languages. */
const ENGLISH_DATA = /^(?:the |our |my )?data (?:is|are|will) /iu;

/** "The place is our flat" tells a detail by its name. */
export function namedFact(clause: string): NamedFact | undefined {
  const said = clause.slice(0, MOST_READ).trim();
  if (ENGLISH_DATA.test(said)) return undefined;
  for (const [detail, form] of FORMS) {
    const lead = form.exec(said)?.[0];
    if (lead === undefined) continue;
    const value = said
      .slice(lead.length)
      .replace(JAPANESE_END, "")
      .replace(/[\s.!。！]+$/u, "");
    const isFact = value !== "" && !DENIES.test(value);
    return isFact ? { detail, value } : undefined;
  }
  return undefined;
}
