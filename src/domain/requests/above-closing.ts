/*
 * The part of a letter between greeting and closing. Only whole lines that are plainly one of the two
 * are removed: a doubtful line stays, and then the text does not name an option.
 */

const GREETING =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|hallo|moin|guten (?:morgen|tag|abend)|liebe[rs]?|bonjour|bonsoir|salut|hola|buen(?:os d[ií]as|as tardes)|ciao|buongiorno|ol[aá]|bom dia|cze[sś][cć]|dzie[nń] dobry|hej|hei|dobr[yý] den|привет|здравствуйте|добрый день|こんにちは|お疲れ様です|你好|您好|안녕하세요)(?<who>[^,:!?]{0,40})[,:!.，。！]?$/iu;

const CLOSINGS: readonly string[] = [
  "(?:with )?(?:(?:my |the )?(?:kind(?:est)?|best|warm(?:est)?|many) )?(?:regards|wishes)",
  "best",
  "all the best",
  "cheers",
  "yours(?: sincerely| truly| faithfully)?",
  "sincerely",
  "(?:many )?(?:thanks|thx)(?: a lot| so much| again| in advance)?",
  "br",
  "kr",
  "rgds",
  "thank you(?: very much| so much| in advance)?",
  "take care",
  "(?:mit )?(?:(?:freundliche|beste|herzliche|viele|liebe|schöne)[nrm]? )?gr(?:ü|ue)(?:ß|ss)(?:e|en)?",
  "(?:mit )?(?:freundlichem|bestem|herzlichem|lieber|schöner) gr(?:u)(?:ß|ss)",
  "gru(?:ß|ss)",
  "mfg",
  "lg",
  "vg",
  "bg",
  "(?:vielen |besten |herzlichen )?dank(?:e)?(?: dir| ihnen| euch)?",
  "danke(?:schön| schön| im voraus)?",
  "(?:bien )?cordialement",
  "bien à (?:vous|toi)",
  "(?:meilleures )?salutations(?: distinguées)?",
  "amicalement",
  "bonne (?:journée|soirée)",
  "merci(?: beaucoup| bien| d'avance)?",
  "(?:un )?(?:cordial )?saludos?(?: cordiales)?",
  "atentamente",
  "(?:muchas )?gracias",
  "un abrazo",
  "(?:cordiali |distinti )?saluti",
  "un saluto",
  "grazie(?: mille)?",
  "a presto",
  "atenciosamente",
  "abraços?",
  "obrigad[oa]",
  "(?:com os melhores )?cumprimentos",
  "(?:met )?(?:vriendelijke |hartelijke )?groet(?:en|jes)?",
  "mvg",
  "bedankt",
  "dank je(?: wel)?",
  "pozdrawiam(?: serdecznie)?",
  "z poważaniem",
  "dziękuję",
  "s pozdravem",
  "děkuji",
  "(?:med )?(?:vänliga )?hälsning(?:ar)?",
  "mvh",
  "tack",
  "(?:med )?(?:vennlig|venlig) hilsen",
  "hilsen",
  "takk?",
  "(?:ystävällisin )?terveisin",
  "kiitos",
  "с уважением",
  "с наилучшими пожеланиями",
  "спасибо",
  "з повагою",
  "дякую",
  "saygılarımla",
  "teşekkürler",
  "με εκτίμηση",
  "ευχαριστώ",
  "敬具",
  "谢谢",
  "謝謝",
  "祝好",
  "(?:どうぞ)?(?:よろしく|宜しく)お願い(?:いた|致)?します",
  "ありがとうございます",
  "감사합니다",
];
const CLOSING = new RegExp(
  `^(?:${CLOSINGS.join("|")})(?:[,，.。!！]\\s*|\\s+|$)(?<who>.{0,40})$`,
  "iu",
);
/** A name after a closing: one word, or a few that start with capitals. */
const NAME = /^(?:[\p{L}'’.-]+|(?:[\p{Lu}\p{Lo}][\p{L}'’.-]*\s?){1,3})$/u;

/** Words that say more than who wrote the letter. */
const MORE =
  /^p\.?\s?s\b|^n\.?b\b|[?!]$|(?<![\p{L}\p{N}])(?:but|not|no|only|unless|except|wait|actually|instead|however|aber|nicht|nur|außer|sondern|doch|mais|pas|sauf|seulement|pero|solo|salvo|ma non|però|mas|não|maar|niet|ale|nie|но|не|только)(?![\p{L}\p{N}])/iu;
const MOST_LINES_BELOW = 8;
const MOST_LINE = 80;

export interface Letter {
  /** The lines with words on them, trimmed. */
  readonly lines: readonly string[];
  /** The closing and everything below it, including the signature. */
  readonly below: string;
}

/** `signedAs` is a name that also closes the letter when it stands alone on a line. */
export function aboveClosing(text: string, signedAs?: string): Letter {
  const all = text
    .normalize("NFKC")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const end = all.findIndex((line, index) => index > 0 && isClosing(line, signedAs));
  const below = end < 0 ? [] : all.slice(end);
  const isCut = below.length <= MOST_LINES_BELOW && !below.some(saysMore);
  const kept = isCut && end >= 0 ? all.slice(0, end) : all;
  return {
    lines: kept.length > 1 && isGreeting(kept[0] ?? "") ? kept.slice(1) : kept,
    below: isCut ? below.join("\n") : "",
  };
}

function isGreeting(line: string): boolean {
  const who = GREETING.exec(line)?.groups?.["who"]?.trim();
  return who !== undefined && (who === "" || NAME.test(who));
}

function isClosing(line: string, signedAs = ""): boolean {
  const names = [signedAs, signedAs.split(/\s/)[0] ?? ""].filter((name) => name.length > 1);
  if (names.some((name) => name.toLowerCase() === line.toLowerCase())) return true;
  const who = CLOSING.exec(line)?.groups?.["who"]?.trim();
  return who !== undefined && (who === "" || NAME.test(who.replace(/[.,!]$/, "")));
}

function saysMore(line: string, index: number): boolean {
  // A closing may have any ending.
  const isLong = line.length > MOST_LINE;
  return isLong || MORE.test(index === 0 ? line.replace(/!+$/, "") : line);
}
