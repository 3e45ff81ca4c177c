import { SPOKEN, type Spoken } from "../phrases/acts.ts";
import words from "./hearsay-words.json" with { type: "json" };

/** How a language tells what others say. */
interface Words {
  readonly who: string;
  readonly says: string;
  readonly that: string;
  /** What makes it a part of the sentence: "says yes". */
  readonly never: string;
  readonly but: string;
  /** "Anyway", which goes with what it sets aside. */
  readonly still: string;
  /** The person's own side: "but I want it". */
  readonly own: string;
  /** That the others err: "but she is usually wrong". */
  readonly wrong: string;
  /** How others want something, beside saying it. */
  readonly wants: string;
  /** A sentence that wants none of it: "over my dead body", "ignore him". */
  readonly refuses: string;
  /** Before it, the clause belongs to the sentence: "what she says". */
  readonly not: string;
}

interface Forms {
  readonly inBrackets: RegExp;
  /** "She says nobody reads it, but": the person does not follow it. */
  readonly contradicted: RegExp;
  /** "My mate says add rockets. Over my dead body". */
  readonly refused: RegExp;
  readonly lead: RegExp;
  readonly tail: RegExp;
}

const PART = /\\p\{\w+\}|\\.|[[\]]|\p{L}/gu;
const FORMS = new Map<Spoken, Forms>();
/** "Bettina" or "Aunt Pat", and no word that only opens a sentence. */
const NAME =
  "(?!(?:It|This|That|There|Here|What|Who|Nobody|Nothing|The|Das|Es|Contract|Article|Section|Page|Policy|Law|Google|Wikipedia)\\b)\\p{Lu}[\\p{Ll}’'-]{1,20}(?: \\p{Lu}[\\p{Ll}’'-]{1,20})?";
/** Who is told of without a comma: "CycloneDX they wrote". */
const SHORT = "(?:he|she|they|er|sie|il|elle|lui|lei|ela|ele|hij|ze|ella|él)";
const JOINT = `(?:(?:${anyCase("and|so|because|but|also|hm+|well|oh|ok|und|weil|aber|porque|pero|et|mais|parce que|mas|maar|omdat|ale|bo")}),? )?`;
const START = "(?<=^|[.!?,;:(\\n]\\s{0,2}|[–-]\\s)";

function formsOf(language: Spoken): Forms {
  const known = FORMS.get(language);
  if (known !== undefined) return known;
  const own: Words = words[language];
  const isUnspaced = language === "ja" || language === "zh";
  const made = isUnspaced ? unspaced(own, language) : spaced(own);
  FORMS.set(language, made);
  return made;
}

function spaced(own: Words): Forms {
  const form = (source: string) => new RegExp(source, "gu");
  const any = (source: string) => `(?:${source === "" ? "(?!)" : anyCase(source)})`;
  const { says, that, never, but, still, not } = own;
  const speaker = `(?:${any(own.who)}(?: ${NAME})?|${NAME})`;
  const frame = `${speaker},? ${any(says)}`;
  const isFrame = `(?!\\s${any(never)}(?![\\p{L}]))`;
  const against = `(?:${any(own.wrong)}|${any(still)}(?![\\p{L}])[, ]*|(?=${any(own.own)}(?![\\p{L}])))`;
  return {
    inBrackets: form(`\\s?\\((?:[^()]{1,40}, )?${frame}(?:, [^()]{1,40})?\\)`),
    contradicted: form(
      `${START}${JOINT}${frame}${isFrame},? [^.!?;\\n]{3,140}?,? ${any(but)} ${against}`,
    ),
    refused: form(
      `${START}${JOINT}(?<who>${any(own.who)}(?: ${NAME})?|${NAME}|\\p{Ll}{2,12}),? (?:(?:also|now|still|always|auch|jetzt|aussi|también|anche|também|ook|też) )?(?:${any(says)}|${any(own.wants)})\\s[^.!?;\\n]{2,140}?[.!,;…\\s–-]{1,6}${any(own.refuses)}(?: \\k<who>)?(?=[\\s.!,]*(?:$|\\n|[.!]))[.!]*`,
    ),
    lead: form(
      `${START}(${JOINT})${frame}${isFrame}(?:,? qu['’]|(?:,? ${any(that)}(?![\\p{L}]))?[,:]?\\s)(?=[\\p{L}\\p{N}$€£])`,
    ),
    tail: form(
      `(?<!(?<![\\p{L}])${any(not)})(?:,\\s?${speaker}| ${SHORT}),? ${any(says)}(?=\\s?(?:[.,;!?)]|$))`,
    ),
  };
}

/**
 * Both cases of each letter of a pattern without ranges. V8 drops the case of alternatives in
 * `(?i:a|b)` as soon as a program's patterns have used up the memory that it optimizes them in.
 */
function anyCase(source: string): string {
  let isClass = false;
  return source.replaceAll(PART, (part) => {
    if (part === "[") isClass = true;
    if (part === "]") isClass = false;
    const upper = part.toUpperCase();
    if (part.length > 1 || upper === part || upper.length > 1) return part;
    return isClass ? part + upper : `[${part}${upper}]`;
  });
}

function unspaced({ who, says, but, still, own, never, not }: Words, language: Spoken): Forms {
  const form = (source: string) => new RegExp(source, "gu");
  const start = "(?<=^|[。！？，、\\n])()";
  if (language === "ja") {
    const by = `(?:${who})(?:が|は|も|に|から|によると|によれば)、?`;
    return {
      inBrackets: form(`[（(][^（()）]{0,30}(?:${says})[）)]`),
      contradicted: /(?!)/gu,
      refused: /(?!)/gu,
      lead: form(`${start}${by}(?=[^。！？\\n]{2,80}(?:${says}))`),
      tail: form(`(?:${says})(?=[。！？、\\n]|$)`),
    };
  }
  const frame = `(?<!${not})(?:${who})(?:${says})(?!${never})`;
  return {
    inBrackets: form(`[（(][^（()）]{0,30}(?:${who})(?:${says})[^（()）]{0,30}[）)]`),
    refused: /(?!)/gu,
    contradicted: form(
      `${start}${frame}[^。！？\\n]{2,60}?[，,]?(?:${but})(?:${still}|(?=${own}))`,
    ),
    lead: form(`${start}${frame}[，,：:]?`),
    tail: /(?!)/gu,
  };
}

const MAX_READ = 4_000;

/**
 * What others say is told as it stands, without who said it: "HR says we should give a range" asks for
 * a range. What the person sets aside with "but" is not told at all.
 */
export function withoutHearsay(text: string, language: Spoken | undefined): string {
  const read = text.slice(0, MAX_READ);
  const languages = language === undefined ? SPOKEN : [language];
  const bare = languages.reduce((rest, one) => withoutFrames(rest, formsOf(one)), read);
  return bare === read ? text : bare.replace(/^[\s,;]+/, "") + text.slice(MAX_READ);
}

function withoutFrames(text: string, forms: Forms): string {
  return text
    .replaceAll(forms.inBrackets, "")
    .replaceAll(forms.contradicted, "")
    .replaceAll(forms.refused, "")
    .replaceAll(forms.lead, "$1")
    .replaceAll(forms.tail, "");
}
