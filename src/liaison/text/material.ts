/** What a person pasted, and not what they want. */
export interface Material {
  readonly kind: "code" | "quote" | "mail" | "log" | "data" | "text";
  readonly text: string;
}

export interface Parted {
  /** The person's own words. */
  readonly own: string;
  readonly material: readonly Material[];
}

interface Block {
  readonly kind: Material["kind"];
  /** The first line, and the line behind the last. */
  readonly from: number;
  readonly to: number;
}

const MAX_LINES = 20_000;
const MAX_MATERIAL = 40;
const FENCE = /^\s{0,3}(?:`{3,}|~{3,}|"{3}|'{3}|<{3,}|\[(?:quote|code)\])/i;
const RULE =
  /^\s{0,3}(?:[-=_*~#+]{3,}|(?:- ){3,}-?|[—–]{2,}|[-=]{2,} ?[\p{L} ]{2,40} ?[-=]{2,})\s*$/u;
const QUOTED = /^\s{0,3}(?:>|\|\s)/;
const HEADER =
  /^\s{0,3}\*{0,2}(?:from|to|cc|bcc|subject|date|sent|reply-to|von|an|betreff|gesendet|datum|de|para|asunto|fecha|enviado|à|objet|envoyé|da|a|oggetto|inviato|data|assunto|van|aan|onderwerp|verzonden|od|do|temat|wysłano|差出人|宛先|件名|送信日時|发件人|收件人|主题|发送时间)\*{0,2}\s?[:：]\s?\S/i;
const LEAD_OF_QUOTE =
  /^.{0,120}\b(?:wrote|writes|schrieb|escribió|a écrit|ha scritto|escreveu|schreef|napisał|napisała)\s?:\s*$/iu;
const LOG =
  /^\s*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:|\[?\d\d:\d\d:\d\d\b|\w{3} {1,2}\d{1,2} \d\d:\d\d:\d\d\b|(?:\[?(?:INFO|WARN(?:ING)?|ERROR|DEBUG|FATAL|TRACE|SEVERE)\b\]?)[\s:]|Traceback \(most recent|File ".{1,200}", line \d|at [\w$.<>]{2,200}\(|Caused by: |Exception in thread|[\w.]{3,120}(?:Exception|Error): |\$ \w|npm ERR!|#\d+ +0x)/;
const MAX_ROW = 400;
const LIST = /^\s*(?:[-*•·–]|\(?\d{1,2}[.)]|\(?[a-z][.)])\s/i;
const THIS =
  "this|these|following|below|attached|here|diese[rsnm]?|folgende[rsnm]?|hier|unten|esta?|este|estos|siguientes?|aquí|ce|cet|cette|ces|suivante?s?|voici|quest[oaie]|seguent[ei]|ecco|isto|esse|essa|seguintes?|aqui|deze|dit|volgende|hieronder|ten|tę|tego|poniższy|oto";
const TEXT =
  "text|e-?mails?|letter|message|paragraph|article|transcript|notes|clause|review|comment|post|thread|contract|reply|complaint|ticket|one|mail|nachricht|brief|absatz|texto|correo|mensaje|carta|texte|courriel|lettre|testo|lettera|messaggio|mensagem|tekst|bericht|wiadomość|list";
const WRITES =
  "writes|wrote|replied|schreibt|schrieb|escribe|escribió|a écrit|écrit|scrive|ha scritto|escreveu|schrijft|schreef|napisał|napisała|pisze";
const END = "[^.!?。！？\\n]{0,60}[:：]$";
/** "Summarise this e-mail:": what comes behind is a text. */
const ANNOUNCES_TEXT = new RegExp(
  `(?:\\b(?:${THIS})\\b.{0,40}\\b(?:${TEXT})|\\b(?:${TEXT})\\b.{0,20}\\b(?:${THIS})|(?<=\\p{L}[\\p{L}.’'"]* )(?:${WRITES})|(?:この|次の|以下の|这|下面的|以下).{0,8}(?:文章|文|メール|手紙|邮件|信|消息|文字))(?![\\p{L}])${END}`,
  "iu",
);
/** "Translate this:": a text comes behind if it is long. */
const ANNOUNCES = new RegExp(`(?:\\b(?:${THIS})\\b|[これ次以下这下面])${END}`, "iu");
const OPENED = /^\s{0,3}["“„«「『]/u;
const CLOSES: Readonly<Record<string, string>> = {
  "“": "”",
  "„": "“”",
  "«": "»",
  "「": "」",
  "『": "』",
};
/** A line of a text rather than an entry of a list. */
const LONG = 60;
const MOST_ANNOUNCING = 200;

/** Parts a message into the person's words and what they pasted. Blocks are found by lines. */
export function partMaterial(text: string): Parted {
  if (isOneObject(text)) return { own: text, material: [] };
  const lines = text.split("\n");
  // Blocks are looked for in so many lines; all behind them was pasted.
  const rest = lines.splice(MAX_LINES).join("\n").trim();
  const blocks = blocksIn(lines);
  const own: string[] = [];
  const material: Material[] = [];
  let at = 0;
  for (const { kind, from, to } of blocks) {
    own.push(...lines.slice(at, from));
    const pasted = lines.slice(from, to).join("\n").trim();
    if (pasted !== "") material.push({ kind, text: pasted });
    at = to;
  }
  own.push(...lines.slice(at));
  const spoken = withoutQuotes(own.join("\n"));
  const behind: readonly Material[] = rest === "" ? [] : [{ kind: "text", text: rest }];
  return { own: spoken.own, material: atMost([...material, ...spoken.material, ...behind]) };
}

/** What is too much for a piece of its own stands in the last one. */
function atMost(material: readonly Material[]): readonly Material[] {
  if (material.length <= MAX_MATERIAL) return material;
  const others = material.slice(MAX_MATERIAL - 1).map(({ text }) => text);
  return [...material.slice(0, MAX_MATERIAL - 1), { kind: "text", text: others.join("\n") }];
}

/** The fields of a form. */
function isOneObject(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.startsWith("{") && trimmed.endsWith("}") && !trimmed.includes("\n\n");
}

function blocksIn(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    const block = blockAt(lines, at);
    if (block === undefined) at += 1;
    else {
      blocks.push(block);
      at = block.to;
    }
  }
  return blocks;
}

type Finder = (lines: readonly string[], at: number) => Block | undefined;

function blockAt(lines: readonly string[], at: number): Block | undefined {
  for (const find of FINDERS) {
    const block = find(lines, at);
    if (block !== undefined) return block;
  }
  return undefined;
}

const fenced: Finder = (lines, at) => {
  if (!FENCE.test(lines[at] ?? "")) return undefined;
  const end = whileTrue(lines, at, (line) => !FENCE.test(line));
  return { kind: "code", from: at, to: end + 1 };
};

/** Between two rules, or from one to the end. */
const ruled: Finder = (lines, at) => {
  const isRule = RULE.test(lines[at] ?? "");
  if (!isRule || nextFilled(lines, at + 1) === lines.length) return undefined;
  const end = whileTrue(lines, at, (line) => !RULE.test(line));
  return { kind: "text", from: at, to: end + 1 };
};

const quoted: Finder = (lines, at) => {
  const isLead = LEAD_OF_QUOTE.test((lines[at] ?? "").slice(0, 200));
  const start = isLead ? nextFilled(lines, at + 1) : at;
  if (!QUOTED.test(lines[start] ?? "")) return undefined;
  const from = isLead ? at : start;
  return { kind: "quote", from, to: whileTrue(lines, start, (line) => QUOTED.test(line)) };
};

/** Two lines of a mail's head, and all behind them. */
const mailed: Finder = (lines, at) => {
  const second = lines[at + 1] ?? "";
  const isHead = HEADER.test((lines[at] ?? "").slice(0, 200)) && HEADER.test(second.slice(0, 200));
  return isHead ? { kind: "mail", from: at, to: lines.length } : undefined;
};

const logged: Finder = (lines, at) => {
  const isLogLine = (line: string) => LOG.test(line.slice(0, 400));
  if (!isLogLine(lines[at] ?? "")) return undefined;
  return {
    kind: "log",
    from: at,
    to: whileTrue(lines, at, (line) => isLogLine(line) || /^\s{2,}\S/.test(line)),
  };
};

/** Three lines with as many fields, or an object over several lines. */
const tabular: Finder = (lines, at) => {
  const first = lines[at] ?? "";
  if (/^\s*[[{]\s*$|^\s*\{\s*"/.test(first)) {
    const end = whileTrue(lines, at, (line) => line.trim() !== "");
    return end > at + 1 ? { kind: "data", from: at, to: end } : undefined;
  }
  const fields = fieldsIn(first);
  if (fields < 2 || LIST.test(first)) return undefined;
  const to = whileTrue(lines, at, (line) => fieldsIn(line) === fields);
  return to - at >= 3 ? { kind: "data", from: at, to } : undefined;
};

/** The line behind the last of a text that begins with a quotation mark, else behind all of them. */
function endOfQuote(lines: readonly string[], start: number): number {
  const opened = OPENED.exec(lines[start] ?? "")?.[0].trim();
  if (opened === undefined) return lines.length;
  const closed = new RegExp(`[${CLOSES[opened] ?? opened}][.,!?]?\\s*$`, "u");
  for (let at = start; at < lines.length; at++) if (closed.test(lines[at] ?? "")) return at + 1;
  return lines.length;
}

/** "Translate this:" with what stands below it. */
const announced: Finder = (lines, at) => {
  const line = (lines[at - 1] ?? "").trim().slice(-MOST_ANNOUNCING);
  const start = /[:：]$/.test(line) ? nextFilled(lines, at) : lines.length;
  const first = lines[start] ?? "";
  // A quotation that is marked ends by itself, and what stands behind it is the person's.
  if (start >= lines.length || LIST.test(first) || QUOTED.test(first)) return undefined;
  const isLong = first.length > LONG && ANNOUNCES.test(line);
  return isLong || ANNOUNCES_TEXT.test(line)
    ? { kind: "text", from: at, to: endOfQuote(lines, start) }
    : undefined;
};

const FINDERS: readonly Finder[] = [fenced, mailed, ruled, quoted, logged, tabular, announced];

/** "Berlin, Rome" is no row: the fields of a table have no space between them. */
function fieldsIn(line: string): number {
  if (line.length > MAX_ROW || /[.!?]\s*$/.test(line)) return 0;
  const marks = line.includes(", ") ? [";", "\t", "|"] : [",", ";", "\t", "|"];
  return Math.max(...marks.map((mark) => line.split(mark).length));
}

function nextFilled(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && lines[at]?.trim() === "") at += 1;
  return at;
}

/** The first line behind `from` that is not meant. */
function whileTrue(
  lines: readonly string[],
  from: number,
  isMeant: (line: string) => boolean,
): number {
  let at = from + 1;
  while (at < lines.length && isMeant(lines[at] ?? "")) at += 1;
  return at;
}

const QUOTE =
  /"([^"]{2,8000})"|“([^”]{2,8000})”|„([^“”]{2,8000})[“”]|«([^»]{2,8000})»|「([^」]{2,8000})」|『([^』]{2,8000})』/gu;
/** Who wrote or said it, right before the quote; "it says" is what a screen shows. */
const SPEAKER =
  /\b(?!it\b)\p{L}+ (?:wrote|writes|said|told (?:me|us)|asked|asks|answered|replied|commented|schrieb|schreibt|sagt|sagte|meint|meinte|escribió|escribe|dice|dijo|dit|écrit|a dit|a écrit|ha scritto|scrive|ha detto|disse|escreveu|diz|schreef|schrijft|zei|zegt|napisał|napisała|pisze|powiedział|powiedziała)\s?[:,]?\s*$/iu;
const LONG_QUOTE = 70;
const WORDS_OF_OTHERS = 3;

/** Long quotes, and those of other people, are material as well. */
function withoutQuotes(text: string): Parted {
  const material: Material[] = [];
  const own = text.replaceAll(QUOTE, (whole, ...found) => {
    const groups = found.slice(0, 6) as (string | undefined)[];
    const quote = groups.find((group) => group !== undefined) ?? "";
    const before = text.slice(Math.max(0, Number(found[6]) - 60), Number(found[6]));
    const isOthers = SPEAKER.test(before) && quote.split(/\s+/, 4).length >= WORDS_OF_OTHERS;
    if (quote.length < LONG_QUOTE && !isOthers) return whole;
    material.push({ kind: "quote", text: quote.trim() });
    return " ";
  });
  const { rest, behind } = announcedInLine(own);
  return behind === undefined
    ? { own, material }
    : { own: rest, material: [...material, { kind: "text", text: behind }] };
}

/** "Summarise this e-mail: Dear all, …" in one line. */
function announcedInLine(own: string): { readonly rest: string; readonly behind?: string } {
  const at = own.search(/[:：] {0,3}\S/);
  if (at < 1) return { rest: own };
  const end = own.indexOf("\n", at);
  const behind = own.slice(at + 1, end === -1 ? own.length : end).trim();
  const before = own.slice(Math.max(0, at + 1 - MOST_ANNOUNCING), at + 1);
  if (behind.length < LONG || LIST.test(behind) || !ANNOUNCES_TEXT.test(before))
    return { rest: own };
  return { rest: own.slice(0, at) + (end === -1 ? "" : own.slice(end)), behind };
}
