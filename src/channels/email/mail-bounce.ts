import type { ParsedMail } from "mailparser";
import { mailHeader } from "./mail-headers.ts";

/** A report by the mail system about a mail that it could not deliver. */
export interface MailBounce {
  /** Such as `5.1.1`; a delay begins with 4. Absent if the report has none. */
  readonly status?: string;
}

/** A server's own answer, as textual reports quote it: `550 5.1.1`, `(#5.1.1)`. */
const REFUSED = /\b5\d\d[ -]#?(5\.\d{1,3}\.\d{1,3})\b|\(#(5\.\d{1,3}\.\d{1,3})\)/;
const REPORTER = /^(?:mailer-daemon|postmaster|mail-daemon)@/i;

/** Reads a report of the mail system; undefined for mail from people. */
export function mailBounce(mail: ParsedMail): MailBounce | undefined {
  const type = mailHeader(mail, "content-type") ?? "";
  const isReport =
    /^multipart\/report\b/i.test(type) && /report-type="?delivery-status/i.test(type);
  const from = mail.from?.value[0]?.address ?? "";
  if (!isReport && !REPORTER.test(from)) return undefined;
  const report = mail.attachments.find(
    ({ contentType }) => contentType === "message/delivery-status",
  );
  const status = report === undefined ? statusInWords(mail) : statusOf(report.content.toString());
  return status === undefined ? {} : { status };
}

function statusOf(report: string): string | undefined {
  // Of several recipients the worst status counts, since ours has only one.
  const found = [...report.matchAll(/^Status:\s*([245]\.\d{1,3}\.\d{1,3})/gim)].map(
    ([, status = ""]) => status,
  );
  return found.toSorted().at(-1);
}

/** For servers that report in words only. The quoted mail may contain any number. */
function statusInWords({ text = "" }: ParsedMail): string | undefined {
  const [, named, numbered] = REFUSED.exec(text) ?? [];
  return named ?? numbered;
}
