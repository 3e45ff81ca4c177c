import type { ParsedMail } from "mailparser";
import { mailHeader } from "./mail-headers.ts";

const OUT_OF_OFFICE =
  /^(?:auto(?:matic)?[ -]?(?:reply|response)|automatische (?:antwort|beantwoording)|abwesenheits|out of (?:the )?office|réponse automatique|respuesta automática|risposta automatica|resposta automática|autosvar|自动回复|自動返信)/iu;

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
  // Alone the subject may be a person's own.
  const isSuppressed = isSet(mailHeader(mail, "x-auto-response-suppress"));
  return isSuppressed && OUT_OF_OFFICE.test(mail.subject ?? "");
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && !/^no\b|^false\b/i.test(value);
}
