import { artefactAt } from "../cases/artefacts.ts";
import { type Act, leadOf } from "../phrases/acts.ts";
import { tokensOf } from "../phrases/pieces.ts";
import { spokenIn } from "../phrases/spoken.ts";
import { contentOf } from "../text/words.ts";

const MAKING =
  /^(?:just |then )?(?:help (?:me |us )?(?:to )?)?(?:make|create|build|write|draft|design|develop|prepare|produce|generate|give|show|provide|find|plan|get|recommend|suggest|set up|put together|come up with|do|have|discover|detail|draw up|turn out|send)(?: (?:me|us|up|out))? (?=(?:an?|the|some|my|our|several|\d+)\b)/i;
const ARTICLE = /^(?:an?|the|some|my|our) /i;
/** "Need a new washing machine any ideas": the wish has words around it that name nothing. */
const WISH_LEAD =
  /^(?:(?:i|we) )?(?:also |really |just |urgently )?(?:need|want|would like|looking for|is it possible to have)(?:(?: \p{L}{3,6})? with| (?:you|someone|somebody|anyone) (?:to|who can|who will|near \p{L}+ (?:to|who can))| to)? (?=\p{L}|\d)/iu;
const WISH_TAIL =
  /[\s,;–-]+(?:pl[sz]|please|thx|ty|wanted|needed|any ideas|any tips|asap|bitte|gesucht|por favor|s'il vous plaît|svp|stp|per favore|alstublieft|aub|proszę)$/iu;
const TELLING =
  /^(?:tell|explain to|show) (?:me|us)(?: in plain \p{L}+)? (?=(?:whether|if|how|what|why|which|when|where|who)(?!\p{L}))/iu;
/** "Is this phishing?" */
const IS_THIS = /^(?:is|are|was) (?:this|that|it|these|those) (?:really |an? )?(?=\p{L}{4})/iu;
const WANTING: ReadonlySet<Act> = new Set<Act>(["want", "frame", "please", "greet", "mood"]);
/** Verbs that only say that something is to be made, and articles, in the other languages. */
const MAKING_ABROAD =
  /^(?:bitte |por favor |me )?(?:schreib(?:en|e)?|erstellen?|mach(?:en|e)?|planen?|entwirf|entwerfen|bau(?:en|e)?|gib|geben|verfassen?|such(?:en|e)?|escr[ií]be(?:me|nos)?|escriba(?:me)?|ha[zg]a?(?:me|nos)?|hazme|crea(?:me|mi)?|créame|prep[aá]ra(?:me|nos|mi)?|redacta(?:me)?|redáctame|dame|organiza|planifica|[ée]cri[st]|écrivez|fai[st]|faites|crée[rz]?|prépare[rz]?|rédige[rz]?|donne[rz]?|scrivi(?:mi)?|fammi|fai|dammi|organizza|escrev[ae]|faz|faça|cri[ae]|prepare|organizar?|schrijf|maak|geef|napisz|zrób|przygotuj|stwórz|ułóż)(?:(?: |-)(?:sie|du|bitte|mir|uns|doch|mal|moi|nous|me|mi|mij|ons|nam|even|proszę)(?= ))* (?=\p{L}|\d)/iu;
const ARTICLE_ABROAD =
  /^(?:eine[nmrs]?|ein|der|die|das|den|un[ao]?|uno|el|la|los|las|une?|le|les|des|il|lo|gli|o|os|as|uma?|een|de|het) (?=\p{L})/iu;
/** "Devo scrivere un cartello": what somebody has to make. */
const DUTY =
  /^(?:(?:i |we )?(?:gotta|got to|have to|must)|devo|dobbiamo|tengo que|tenemos que|debo|je dois|nous devons|tenho (?:de|que)|temos (?:de|que)|ik moet|we moeten|muszę|musimy) (?:(?:scrivere|fare|preparare|creare|escribir|hacer|preparar|redactar|crear|écrire|faire|préparer|rédiger|créer|escrever|fazer|criar|schrijven|maken|napisać|zrobić|przygotować) )?(?=\p{L}{2})/iu;
const SOMEBODY_MAY =
  /^(?:can|could|would|will) (?:someone|somebody|anyone|anybody) (?:please )?(?=\p{L})/iu;
/** "町内会の係になったので、": why it is wanted. */
const JAPANESE_REASON =
  /^[^、。]{2,40}(?:て|で|ので|から|ため|まして|けど|けれど)、(?=[^。]{2,60}(?:を|が))/u;
const JAPANESE_END =
  /(?:を|が)?(?:書|作|立て|探|教え|考え|用意|準備|予約|お願い|ほし|欲し|必要|計画して)[\p{sc=Hiragana}\p{sc=Han}]{0,12}。?$/u;
const DENSE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
/** What follows tells more about the thing, and does not name it. */
const DETAIL =
  /[,;(，、。；]|[:：](?=\s|$)|\.\s|\?|\s[–—-]\s|\s(?:that|which|who|where|so that|showing|including|with|without|because|since|damit|weil|ohne|mit|porque|sin|con|parce que|sans|perché|senza|omdat|zonder|ponieważ|bez|but|aber|pero|mais|però|maar|ale)\s/giu;
const EXPLETIVE = / (?:on earth|the hell)(?!\p{L})/iu;
const INNER_WISH =
  /(?<!\p{L})(?:(?:i|we)(?:['’]d| would)? (?:really |also )?(?:need|want|love|like)(?: you)?(?: to)?|would (?:love|like)(?: to)?|(?:so|and|,|&) (?:we )?(?:need|want)(?: to)?|looking for|ich brauche|wir brauchen|ich möchte|ich hätte gern|necesito|quiero|necesitamos|il me faut|je voudrais|j'aimerais|mi serve|vorrei|preciso de|quero|ik wil|potrzebuję|chcę) (?=\p{L}|\d)/iu;
/** "Every Monday I copy numbers": the deed names it. */
const DEED_OF_PERSON =
  /^(?:(?:every|each) \p{L}+ (?:i|we) |(?:i|we) (?:get|have) (?!to\b))(?=[\p{L}\d]+ \p{L})/iu;
/** "Letter to him": who that is was said elsewhere. */
const UNNAMED_END = / (?:to|for|about|with) (?:him|her|them|it|me|us)$/iu;
const MAX_SAID = 400;
const MOST_WORDS = 9;
const MODIFIERS = 3;

export interface Phrase {
  readonly words: string;
  /** It was said to be wanted. */
  readonly isWish: boolean;
}

/** Ways to name what a statement is about, the most whole first. */
export function phrasesOf(text: string): readonly Phrase[] {
  const said = text.slice(0, MAX_SAID);
  const wish = INNER_WISH.exec(said);
  const whole = phrasesIn(said, WISH_LEAD.test(said));
  return wish === null
    ? whole
    : [...whole, ...phrasesIn(said.slice(wish.index + wish[0].length), true)];
}

function phrasesIn(text: string, isWish: boolean): readonly Phrase[] {
  const bare = bareWish(text);
  return [shortened(bare), ...madeThing(bare)]
    .map((words) => ({ words: words.replace(UNNAMED_END, "").replace(/[?!]+$/u, ""), isWish }))
    .filter(({ words }) => words !== "");
}

/** The thing that is wanted, in any of the languages. */
function bareWish(text: string): string {
  const bare = text
    .replace(WISH_LEAD, "")
    .replace(DUTY, "")
    .replace(SOMEBODY_MAY, "")
    .replace(DEED_OF_PERSON, "")
    .replace(TELLING, "")
    .replace(IS_THIS, "");
  const english = bare
    .replace(MAKING, "")
    .replace(ARTICLE, "")
    .replace(/^(?:kind|sort) of (?:an? )?/i, "")
    .replace(WISH_TAIL, "");
  const language = spokenIn(text);
  if (language === "en") return english;
  if (language === undefined) return abroad(english);
  const wanted = text.replace(DUTY, "").replace(language === "ja" ? JAPANESE_REASON : /$^/, "");
  const tokens = tokensOf(wanted);
  const { count } = leadOf(tokens, language, (act) => WANTING.has(act));
  const thing = abroad(wanted.slice(tokens[count]?.start ?? 0)).replace(JAPANESE_END, "");
  return (thing === "" ? text : thing).replace(WISH_TAIL, "");
}

function abroad(text: string): string {
  return text.replace(MAKING_ABROAD, "").replace(ARTICLE_ABROAD, "");
}

/** The noun phrase around the word for something to be made: "parish newsletter page for Advent". */
function madeThing(text: string): readonly string[] {
  const at = artefactAt(text);
  if (at === undefined || DENSE.test(text)) return [];
  const before = text.slice(0, at.start);
  const modifiers = before.slice(before.search(/[^.,;:!?()–—]{0,60}$/u)).split(/\s+/);
  const words = modifiers.filter((word) => word !== "");
  const near = words.slice(-MODIFIERS - 1);
  const article = near.findLastIndex((word) => ANY_ARTICLE.test(word));
  if (article === -1 && near.length > 0 && words.length > MODIFIERS) return [];
  const kept = near.slice(article + 1).join(" ");
  return [shortened(`${kept} ${text.slice(at.start)}`.trim())];
}

const ANY_ARTICLE =
  /^(?:an?|the|some|my|our|this|that|its|eine[nmrs]?|der|die|das|den|dem|des|mein\p{L}*|unser\p{L}*|un[ao]?|el|la|los|las|une|le|les|il|lo|uma?|o|os|as|een|de|het|mijn)$/iu;

function shortened(text: string): string {
  const short = text.replace(EXPLETIVE, "");
  const isLong = DENSE.test(short) || short.split(" ").length > MOST_WORDS;
  const at = [...short.matchAll(DETAIL)].find(({ index, 0: mark }) => {
    const before = short.slice(0, index);
    const names = DENSE.test(before)
      ? index > 3
      : contentOf(before).size >= (/^[\p{L}\s]/u.test(mark) ? 3 : 2);
    return names && (isLong || /^[.,;:(?]/.test(mark));
  })?.index;
  const words = short.slice(0, at).trim().split(" ");
  return words.slice(0, words.length > MOST_WORDS + 3 ? MOST_WORDS + 1 : undefined).join(" ");
}
