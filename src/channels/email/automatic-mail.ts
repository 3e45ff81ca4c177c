import type { ParsedMail } from "mailparser";
import { mailHeader } from "./mail-headers.ts";

/** How programs begin the subject of such a notice; a person's reply begins with `Re:` and ours. */
const OUT_OF_OFFICE =
  /^(?:(?:auto(?:matic|mated)?[ -]?(?:reply|response)|out[ -]of[ -](?:the )?office|ooo|away from (?:the office|my (?:mail|desk))|vacation (?:reply|response|notice|autoreply)|automatische (?:antwort|beantwoording|reactie)|abwesenheits(?:notiz|nachricht|meldung|agent|assistent)?|abwesend|nicht im büro|réponse automatique|absence du bureau|message d'absence|respuesta automática|fuera de (?:la )?oficina|risposta automatica|fuori sede|resposta automática|fora do escritório|afwezig(?:heid)?|automatiskt svar|autosvar|frånvaro|fravær|poissaoloilmoitus|automatyczna odpowiedź|nieobecność|poza biurem|automatická odpověď|автоответ|автоматический ответ|вне офиса)(?![\p{L}\p{N}])|自动回复|自動回覆|自動返信|不在(?:通知|の)|자동 회신|부재중)/iu;

/** Whether a program wrote it (RFC 3834): such mail answers nothing. */
export function isAutomatic(mail: ParsedMail): boolean {
  const submitted = mailHeader(mail, "auto-submitted");
  if (submitted !== undefined && !/^no\b/i.test(submitted)) return true;
  // What nobody is to answer, such as a notice of absence; and receipts and other reports.
  if (mailHeader(mail, "return-path") === "<>") return true;
  if (/^multipart\/report\b/i.test(mailHeader(mail, "content-type") ?? "")) return true;
  if (/^(?:bulk|auto_reply|junk)\b/i.test(mailHeader(mail, "precedence") ?? "")) return true;
  const names = ["x-autoreply", "x-autorespond", "x-auto-reply", "x-autoresponder"];
  if (names.some((name) => isSet(mailHeader(mail, name)))) return true;
  return OUT_OF_OFFICE.test((mail.subject ?? "").trim());
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && !/^no\b|^false\b/i.test(value);
}
