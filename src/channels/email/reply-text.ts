/*
 * What a person wrote in a reply, without what their program added: the original, the line above
 * it, and the signature. In doubt text stays: people notice a word too many, but not a missing one.
 */

/** `wrote:` at the end of the line above a quotation, by language. */
const WROTE =
  /(?:wrote|writes|schrieb|geschrieben|a écrit|écrivit|escribió|ha scritto|scrisse|escreveu|schreef|geschreven|napisał\(?a?\)?|pisze|skrev|kirjoitti|napsal\(?a?\)?|napísal\(?a?\)?|yazdı|írta|scris|έγραψε|написал\(?а?\)?|пишет|написав|書きました|のメール|写道|寫道|작성|님이 작성)\s*[:：]$/iu;
/** Languages that put the name after the verb. */
const WROTE_WHO = /^(?:Am|Op|Den|D\.|På) .{1,200}(?:schrieb|schreef|skrev) .{1,150}[:：]$/iu;
/** How such a line begins if it is broken: with the day. */
const OPENING =
  /^(?:(?:On|Am|Le|El|Il|Em|Op|W dniu|Dnia|Den|Dne|D\.) .{0,20}\d|\p{L}{2,4}\.?,? \d|\d{4}[-年]|\d{1,2}[./])/iu;
/** Every such line contains the time or an address. */
const WHEN_OR_WHO = /\d[:.h]\d\d|@/;
const RULE = /^_{10,}$/;
const MOST_ATTRIBUTION_LINES = 3;
const MOST_ATTRIBUTION = 400;

const SEPARATOR =
  /^[-_ ]*(?:Original Message|Original Appointment|Forwarded message|Ursprüngliche Nachricht|Originalnachricht|Weitergeleitete Nachricht|Message d'origine|Message d’origine|Message original|Mensaje original|Messaggio originale|Mensagem original|Oorspronkelijk bericht|Ursprungligt meddelande|Oprindelig meddelelse|Opprinnelig melding|Alkuperäinen viesti|Wiadomość oryginalna|Původní zpráva|Исходное сообщение|Пересылаемое сообщение|元のメッセージ|原始邮件|原始郵件|원본 메시지)[-_ ]*$/iu;
/** The line above a forwarded mail: between dashes, or with a colon in Apple's programs. */
const FORWARDED =
  /^(?:[-_ ]*(?:Message (?:transféré|réexpédié)|Mensaje reenviado|Messaggio inoltrato|Mensagem (?:re)?encaminhada|Doorgestuurd bericht|Vidarebefordrat meddelande|Videresendt (?:meddelelse|melding)|Välitetty viesti|Wiadomość przekazana dalej|Przekazana wiadomość|Přeposlaná zpráva|İletilen ileti|転送されたメッセージ|转发的邮件|轉寄郵件|전달된 메일)[-_ ]*|(?:Begin forwarded message|Anfang der weitergeleiteten (?:Nachricht|E-Mail)|Début du message (?:transféré|réexpédié)|Inicio del mensaje reenviado|Inizio (?:del )?messaggio inoltrato|Início da mensagem (?:re)?encaminhada|Begin doorgestuurd bericht|Vidarebefordrat (?:brev|mejl)|Start på videresendt besked|Videresendt melding|Początek przekazywanej wiadomości|Začátek přeposílané zprávy|Начало переадресованного (?:сообщения|письма)|転送されたメッセージ|下面是被转发的邮件|以下是轉寄的郵件|전달된 메시지 시작)\s*[:：])$/iu;
const FROM =
  /^\*?(?:From|Von|De|Da|Van|Från|Fra|Lähettäjä|Od|От|Kimden|差出人|发件人|寄件者|보낸 사람)\s*[:：]/iu;
const SENT =
  /^\*?(?:Sent|Date|Gesendet|Datum|Envoyé|Enviado|Enviada em|Fecha|Data|Inviato|Verzonden|Skickat|Sendt|Dato|Lähetetty|Wysłano|Odesláno|Отправлено|Дата|Gönderildi|送信日時|发送时间|寄件日期|보낸 날짜)[^:：]{0,20}[:：]/iu;
const HEADER_LINES = 4;

const SIGNATURE = /^-- ?$/;
const DEVICE =
  /^(?:Sent from (?:my|Outlook|Yahoo|Mail for)|Get Outlook for|Von meinem .{1,40} gesendet|Gesendet (?:von|mit) |Envoyé (?:de|depuis) mon|Enviado desde mi|Inviato da(?:l mio)? |Enviado do meu|Verstuurd vanaf mijn|Skickat från min|Wysłane z )/iu;

/** The person's own words in the text of a mail; empty if there are none. */
export function replyText(text: string): string {
  const kept: string[] = [];
  // Programs that write HTML insert hard spaces that nobody typed.
  const lines = text.replace(/\r\n?/g, "\n").replaceAll("\u00a0", " ").split("\n");
  for (let index = 0; index < lines.length; index++) {
    const line = (lines[index] ?? "").trimEnd();
    if (SIGNATURE.test(line) || isSeparator(lines, index)) break;
    if (line.startsWith(">")) continue;
    const span = attributionAt(lines, index);
    if (span === 0) kept.push(line);
    else if (!isQuotedBelow(lines, index + span)) break;
    else index += span - 1;
  }
  return withoutDevice(kept.join("\n").trim());
}

function isSeparator(lines: readonly string[], index: number): boolean {
  const line = head(lines[index]);
  if (SEPARATOR.test(line) || FORWARDED.test(line)) return true;
  if (RULE.test(line)) return FROM.test(head(lines[index + 1]));
  if (!FROM.test(line)) return false;
  const below = lines.slice(index + 1, index + 1 + HEADER_LINES);
  return below.some((next) => SENT.test(head(next)));
}

/** How many lines the line above a quotation takes; programs break long ones. */
function attributionAt(lines: readonly string[], index: number): number {
  let joined = "";
  for (let span = 1; span <= MOST_ATTRIBUTION_LINES; span++) {
    const line = head(lines[index + span - 1]);
    if (!isContinued(joined, line)) return 0;
    joined = `${joined} ${line}`.trim();
    if (isWrote(joined)) {
      return WHEN_OR_WHO.test(joined) || isQuotedBelow(lines, index + span) ? span : 0;
    }
  }
  return 0;
}

function isContinued(begun: string, line: string): boolean {
  if (line === "" || line.startsWith(">")) return false;
  // Text before the beginning of such a line is the person's own.
  return begun === "" || (OPENING.test(begun) && !OPENING.test(line));
}

function isWrote(line: string): boolean {
  return WROTE.test(line) || WROTE_WHO.test(line);
}

function isQuotedBelow(lines: readonly string[], index: number): boolean {
  let next = index;
  while (lines[next]?.trim() === "") next++;
  return lines[next]?.startsWith(">") === true;
}

/** The length that the patterns look at, so that none of them takes long. */
function head(line = ""): string {
  return line.slice(0, MOST_ATTRIBUTION).trim();
}

function withoutDevice(text: string): string {
  const at = text.lastIndexOf("\n");
  const last = text.slice(at + 1);
  return last.length < 100 && DEVICE.test(last) ? text.slice(0, Math.max(at, 0)).trimEnd() : text;
}
