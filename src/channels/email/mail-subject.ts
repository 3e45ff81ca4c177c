import type { Content } from "../../ports/channels/channel.ts";
import { oneLine } from "../../render/visible-text.ts";

const MOST_SUBJECT = 120;
/** Prefixes that mail programs put before the subject of a reply, in many languages. */
const IS_REPLY =
  /^(?:re|aw|antw|sv|vs|odp|ynt|rif|ref|回复|答复|返信|회신)\s*(?:\[\d+\])?\s*[:：]/iu;

/** Always one line, so that it cannot begin another header. */
export function mailSubject(content: Content): string {
  const title = content.blocks.find(({ kind }) => kind === "title");
  const { subject = title?.kind === "title" ? title.text : "" } = content;
  return oneLine(subject, MOST_SUBJECT) || "Earshot";
}

/** The subject of a reply to a mail with that subject. */
export function replySubject(subject: string): string {
  return oneLine(IS_REPLY.test(subject.trim()) ? subject : `Re: ${subject}`, MOST_SUBJECT);
}
