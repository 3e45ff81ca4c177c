import type { SlotKind } from "../cases/slot-kind.ts";

const NUMBER =
  "(?:\\d+(?:[.,]\\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|ein(?:e[nmr]?)?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|una?|dos|tres|cuatro|cinco|seis|siete|ocho|deux|trois|quatre|cinq|due|tre|quattro|cinque|sei|sette|otto|nove|undici|dois|duas|três|twee|drie|vier|vijf|dwa|trzy|cztery)";
const PEOPLE =
  "(?:people|persons?|guests?|kids?|children|adults?|friends|of us|seats?|travell?ers|leute|personen|gäste|kinder|erwachsene|personas|invitados|niños|personnes|invités|enfants|persone|ospiti|bambini|pessoas|convidad[oa]s|crianças|personen|gasten|kinderen|osób|gości|dzieci)";
const SPAN =
  "(?:minutes?|mins?|hours?|days?|nights?|weeks?|fortnight|months?|years?|seconds?|minuten?|stunden?|tage?n?|nächte|wochen?|monate?n?|jahre?n?|minutos?|horas?|días?|noches?|semanas?|mes(?:es)?|años?|jours?|nuits?|semaines?|mois|ans|minuti|ore|giorni|notti|settiman[ae]|mesi|anni|dias?|noites?|meses|anos|uur|dagen|nachten|weken|week|maanden|jaar|minut|godzin|dni|nocy|tygodni\\p{L}*|miesi\\p{L}+|lat)";
const MONTH =
  "(?:january|february|march|april|june|july|august|september|october|november|december|jan|feb|aug|sept?|oct|nov|dec|januar|februar|märz|mai|juni|juli|oktober|dezember|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|dezembro|januari|februari|maart|mei|augustus|stycz\\p{L}+|lut\\p{L}+|mar[cz]\\p{L}+|kwie\\p{L}+|maj\\p{L}*|czerw\\p{L}+|lip\\p{L}+|sierp\\p{L}+|wrze\\p{L}+|październik\\p{L}*|listopad\\p{L}*|grud\\p{L}+)";
const DAY =
  "(?:(?:mon|tues?|wednes|thurs|fri|satur|sun)days?|montags?|dienstags?|mittwochs?|donnerstags?|freitags?|samstags?|sonntags?|lunes|martes|miércoles|jueves|viernes|sábado|domingo|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|segunda|terça|quarta|quinta|sexta|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|poniedział\\p{L}+|wtorek|środ\\p{L}|czwartek|piątek|sobot\\p{L}|niedziel\\p{L})";
const DATE = `(?:${DAY}|${MONTH}|in may|may \\d|\\d+ may|today|tonight|tomorrow|heute|morgen|mañana|hoy|demain|domani|amanhã|jutro|\\d{1,2}[./]\\d{1,2}|\\d{4}-\\d\\d)`;
const COMING =
  "(?:(?:last|past|previous|this|current|next|coming|letzte\\p{L}*|vorige\\p{L}*|diese\\p{L}*|nächste\\p{L}*|pasad[oa]|último|dernier|prochain|scors[oa]|prossim[oa]|vorige|volgende) (?:\\d+ |few |two |three )?(?:day|week|month|quarter|year|summer|winter|spring|autumn|fall|weekend|woche|monat|quartal|jahr)s?)";

/**
 * What tells a detail of a kind in any of the ten languages, wherever it stands. Whether it stands
 * there counts, not what it says.
 */
const TOLD: Readonly<Partial<Record<SlotKind, RegExp>>> = {
  place: words(
    "at (?:home|mine|ours|our place|my place|our house|my house)|in (?:our|my|the) (?:back )?(?:flat|apartment|house|home|garden|yard|kitchen|living room|basement|garage)|zu hause|daheim|bei (?:uns|mir)|in (?:unserer|unserem|meiner|meinem) (?:wohnung|haus|garten)|en (?:mi|nuestra) casa|en casa|chez (?:nous|moi)|à la maison|a casa|da noi|em casa|thuis|bij ons|w domu|u nas",
    "家で|うちで|自宅|在家|我家",
  ),
  budget:
    /[$€£¥₹]\s?\d|\d\s?(?:[$€£¥₹]|k\b)|(?<!\p{L})\d[\d.,]*\s?(?:euros?|eur|dollars?|usd|gbp|pounds?|quid|bucks|francs?|chf|kr|zł|złotych|reais|万円|円|元|块)|(?<!\p{L})(?:(?:up to|under|below|at most|around|about|max\p{L}*|less than) \d{2,}(?![\d.,]*\s?(?:%|km|kg|m\b|cm|min|hours?|days?|people|pages|words|guests|seconds|rows|litres|g\b))|budget|cheap\p{L}*|(?:not )?too expensive|affordable|money|günstig|billig|barat[oa]s?|pas cher|economic[oa]|tanio|fiver|tenner|for free|be free|一万|预算|予算)/iu,
  period: words(
    `${COMING}|q[1-4]|${DATE}|(?:19|20)\\d\\d|ytd|year to date|all[- ]time|(?:first|second|third|fourth) quarter|last \\d+|since|weekend|summer|winter|spring|autumn|christmas|easter|sommer|herbst|frühling|verano|invierno|otoño|été|hiver|toussaint|noël|estate|verão|zomer`,
    "来月|今月|先月|来週|今週|明日|今日|下个?月|上个?月|本周|明天|今天|\\d+月|\\d+号",
  ),
  deadline: words(
    `(?:by|until|till|before|due|for|on|this|next|bis|vor|para|antes del?|pour|avant|d'ici|entro|até|voor|do) (?:the )?(?:\\w+ )?(?:${DATE}|noon|end of|\\d{1,2}(?:st|nd|rd|th)|week|month)|due|asap|urgent\\p{L}*|no hurry|immediately|right away|deadline|sofort|eilig|urgente|sin prisa|${DATE}`,
    "までに|急ぎ|之前|尽快",
  ),
  duration: words(
    `${NUMBER}[ -]?(?:(?:to|or|-|–|bis) ?\\d+ ?)?${SPAN}|half an hour|all day|weekend|wochenende|fin de semana|week-end|fine settimana`,
    "\\d+(?:分|時間|日間|泊|週間|か月|小时|天|周|个月|晚)|一泊|二泊|一周|半天",
  ),
  frequency: words(
    `daily|weekly|monthly|hourly|quarterly|yearly|nightly|(?:every|each) \\p{L}+|(?:once|twice|\\d+ times|\\d+x) (?:a|per)|times a|täglich|wöchentlich|monatlich|jede[nsmr]? \\p{L}+|cada \\p{L}+|diari[oa]|semanal|chaque|tous les|ogni|todo|toda|elke|codziennie|co tydzień`,
    "毎日|毎週|毎月|每天|每周|每月",
  ),
  people: words(
    `${NUMBER} (?:\\p{L}+ )?${PEOPLE}|(?:for|table for|für|para|pour|per|voor|dla) ${NUMBER}(?! ?(?:%|€|euros?|minut\\p{L}*|tage?n?|days?|weeks?|hours?|jours?|días?|giorni|dias|dagen|dni))|(?:with|and|mit|con|avec|com|met|z) (?:my|our|the|two|meinen?|meiner|unseren?|mis?|mes|les|i|meus?|mijn) (?:\\p{L}+ )?(?:family|kids|children|wife|husband|partner|parents|friends|brother|sister|kinder\\p{L}*|familie|hijos|enfants|figli|filhos|gezin)|alone|solo|just me|by myself|couple|zu (?:zweit|dritt|viert|fünft)|siamo in|somos|with us|z'n (?:twee|drie)ën|family of|me (?:and|\\+)|(?:the )?two of us|\\d+ of us`,
    "[\\d一二两三四五六七八九十]+(?:人|名|个人)|両親|家族",
  ),
  audience: words(
    `(?:audience|readers?|target group|recipients?)(?: is| are|:)|(?:for|to) (?:my|our|the|all|new|young|small|busy|non-?technical) (?:\\p{L}+ ){0,2}(?:team|board|boss|customers?|clients?|users?|students?|kids|children|class|management|executives?|exec|staff|employees|colleagues?|members|investors?|readers?|parents|patients|distributors|public|family|friends?|mother|father|mum|dad|sister|brother|wife|husband|son|daughter|grand\\p{L}+|neighbou?rs?|teacher|society|council|bank|lawyer|chef)|for (?:executives?|beginners|kids|children|customers|investors|professionals|adults|me|myself|everyone|students|developers|parents|teachers|managers)|für (?:meine|unsere|die|den|das) \\p{L}+|an (?:meine|unsere|die|den|das)[nmrs]? \\p{L}+|(?:nachbar|vermieter|lehrer|kolleg|arbeitgeber)\\p{L}*|para (?:mi|mis|nuestr\\p{L}+|los|las|el|la) \\p{L}+|pour (?:mon|ma|mes|nos|notre|les) \\p{L}+|(?:per|a|ai|alle) (?:il|la|i|le|mio|mia|miei|mie|nostr[oaie]|clienti|soci|genitori|vicini|colleghi|studenti|bambini) ?\\p{L}*|(?:para|a|à|ao|aos|às) (?:o|os|as|meus?|minhas?|nossos?|nossas?|a) \\p{L}+|voor (?:mijn|onze|ons|de|het|een) \\p{L}+|aan (?:mijn|onze|ons|de|het) \\p{L}+|dla \\p{L}+|do (?:mojego|mojej|naszego|naszej|szefa|klient\\p{L}+|sąsiad\\p{L}+)|(?:publikum|zielgruppe|leser|público|public|pubblico|publiek|doelgroep|odbiorc\\p{L}+)(?: (?:ist|sind|es|son|est|sont|sono|è|é|são|is|zijn|to))|aimed at|people (?:look|read)|executive team|all-?hands`,
    "向け|宛|给|为|(?:先生|さん|様|部長|課長|社長|取引先|お客|客|上司|社員|同僚|先方|両親|友人|友達|会員|生徒)(?:さん|様|たち)?(?:に|へ)",
  ),
  style: words(
    "formal|informal|friendly|polite|warm|funny|humou?r\\p{L}*|serious|firm|professional|casual|light|cheerful|sober|not (?:too|salesy|rude)|playful|modern|classic\\p{L}*|simple|plain|elegant|minimal\\p{L}*|persuasive|conversational|neutral|nett\\p{L}*|freundlich\\p{L}*|höflich\\p{L}*|locker\\p{L}*|sachlich\\p{L}*|amable|cordial|formelle?|poli\\p{L}*|gentile|cortese|educad[oa]|vriendelijk|beleefd|uprzejm\\p{L}*",
    "丁寧|礼貌|正式",
  ),
  quantity: words(
    `${NUMBER}[ -](?:and a half )?(?:words?|pages?|slides?|lines?|sentences?|paragraphs?|bullets?|points?|questions?|posts?|characters|chars|names?|ideas?|options?|items?|seiten?|wörter|sätze|páginas?|palabras|líneas|pages|mots|lignes|pagine|parole|righe|palavras|linhas|pagina's|woorden|stron\\p{L}*|słów)|half a page|one[- ]pager?|(?:keep it |very |rather )?short|brief(?:ly)?|concise|a few lines|kurz\\p{L}*|knapp\\p{L}*|cort[oa]|breve|court\\p{L}*|curt[oa]|kort\\p{L}*|krótk\\p{L}*`,
    "\\d+(?:字|行|页|枚|句|ページ)|三行|短",
  ),
  level: words(
    "beginners?|intermediate|advanced|experts?|never|no experience|zero|from scratch|some experience|new to|not (?:very )?technical|anfänger\\p{L}*|noch nie|principiante|ni idea|débutant\\p{L}*|jamais|principiant\\p{L}*|iniciante|nunca|początkując\\p{L}*",
    "初心者|初めて|新手|零基础",
  ),
  language: words(
    "(?:in|into|to|auf|ins|en|al|in het|po|na|em) (?:english|german|french|spanish|italian|portuguese|dutch|polish|czech|russian|chinese|japanese|korean|arabic|turkish|swedish|danish|norwegian|finnish|greek|hungarian|ukrainian|englische?|deutsche?|französische?|spanische?|italienische?|inglés|alemán|francés|anglais|allemand|espagnol|inglese|tedesco|francese|inglês|alemão|engels|duits|angielski|niemiecki)",
    "英語|日本語|英文|中文|法语|德语",
  ),
  format: words(
    "pdf|csv|excel|xlsx?|word\\b|docx?|powerpoint|pptx?|slides?|markdown|html|json|spreadsheet|table|list|web ?page|bullet points?|one-?pager|poster|checklist|png|svg|jpe?g|mp[34]|print\\p{L}*|e-?mail|by post|a4|zum ausdrucken|step by step|zettel|imprimir|lista",
    "一覧|表|清单",
  ),
  data: words(
    "attach\\p{L}*|here (?:is|are|it is)|https?:|below|in the (?:shared )?(?:folder|drive|sheet|database|file|chat)|\\w+\\.(?:csv|xlsx?|pdf|docx?|txt|json|md|html|py|js|ts|java|zip)\\b|spreadsheet|csv|i(?:'ll| will)? (?:send|paste)|export|we have (?:the|all)|from (?:the|our|my) \\p{L}+|angehängt|anbei|im anhang|adjunt\\p{L}*|ci-joint|allegat\\p{L}*|em anexo|bijgevoegd|w załączniku",
    "添付|附件",
  ),
};

/** A pasted text, code, log or mail. */
const MATERIAL =
  /```|"""|^>|^[-=_*]{3,}\s*$|^(?:From|Subject|Von|Betreff|De|Asunto): |["“„«][^"”“«»]{80,}/mu;

/** Whether a kind of detail is told anywhere in a text, by what such details look like. */
export function tellsKind(kind: SlotKind, text: string): boolean {
  return TOLD[kind]?.test(text) === true;
}

export function hasMaterial(text: string): boolean {
  return MATERIAL.test(text);
}

/** Whole words of languages with spaces, and any place in the others. */
function words(spaced: string, unspaced: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${spaced})(?![\\p{L}])|${unspaced}`, "iu");
}
