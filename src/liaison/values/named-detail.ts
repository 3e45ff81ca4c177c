import type { SlotKind } from "../cases/slot-kind.ts";

/** What people call a detail before they tell it, in the ten languages. */
const NAMES: Readonly<Partial<Record<SlotKind, string>>> = {
  budget: "budget|presupuesto|orçamento|budżet|kostenrahmen|予算|预算",
  audience:
    "audience|readers?|target group|public|zielgruppe|publikum|leser|público|pubblico|destinatari|publiek|doelgroep|odbiorcy|grupa docelowa|対象|読者|受众|读者",
  deadline:
    "deadline|due date|termin|frist|fecha límite|plazo|date limite|délai|scadenza|prazo|termijn|期限|締め切り|截止日期",
  period:
    "date|dates|period|datum|termin|zeitraum|fecha|data|periodo|período|data|日程|日期|期間|时间",
  place:
    "place|venue|location|ort|treffpunkt|lugar|lieu|luogo|posto|local|plaats|locatie|miejsce|場所|地点",
  style: "tone|style|ton|stil|tono|estilo|style|stile|tom|toon|stijl|styl|文体|风格|语气",
  quantity:
    "length|number|länge|umfang|anzahl|longitud|longueur|lunghezza|extensão|lengte|długość|長さ|长度",
  duration: "length|duration|dauer|länge|duración|durée|durata|duração|duur|czas|期間|时长",
  format: "format|formato|formaat|形式|格式",
  language: "language|sprache|idioma|langue|lingua|língua|taal|język|言語|语言",
};
const ARTICLE =
  "(?:(?:the|our|my|its|das|der|die|mein\\p{L}*|unser\\p{L}*|el|la|los|las|mi|nuestr[oa]|le|les|notre|mon|ma|il|lo|i|gli|o|os|as|meu|minha|nosso|het|de|mijn|ons|onze|mój|nasz) )?";
const IS =
  "(?:(?:is|are|will be|would be|should be|ist|sind|wäre|liegt bei|beträgt|es(?: de)?|son|est(?: de)?|sont|è(?: di)?|sono|é(?: de)?|são|zijn|to|jest|wynosi) |, (?:c['’]est|ce sont) |は、?|是|为)";

const FORMS: ReadonlyMap<SlotKind, RegExp> = new Map(
  Object.entries(NAMES).map(([kind, names]) => [
    kind as SlotKind,
    new RegExp(`^${ARTICLE}(?:${names})\\s?${IS}(?=\\S)`, "iu"),
  ]),
);
const JAPANESE_END = /(?<=\S)(?:です|でお願いします)[。.]?$/u;

/** "Het budget is 1800 euro" answers 1800 euro. */
export function withoutNamedLead(answer: string, kind: SlotKind | undefined): string {
  const form = kind === undefined ? undefined : FORMS.get(kind);
  const bare = form === undefined ? answer : answer.replace(form, "");
  return bare === answer ? answer : bare.replace(JAPANESE_END, "");
}
