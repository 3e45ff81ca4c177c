import type { RenderMessages } from "../messages/messages.ts";
import { shownText } from "../shown-json.ts";
import { byteWords } from "../words/lengths.ts";
import { commaWords } from "../words/listed.ts";
import type { Drawn } from "./file-view.ts";
import { plainLinesOf } from "./lines.ts";
import { headerOf, type MailMessage, readMail, wordsOf } from "./mail-message.ts";

const ONCE = ["from", "to", "cc", "subject", "reply-to", "sender", "date"] as const;
const SHOWN = ["from", "to", "cc", "bcc", "reply-to", "subject", "date"] as const;
const MOST_CHARS = 2_000;
const MOST_ATTACHMENTS = 50;
const ADDRESS = /[^\s<>"(),:;]{1,254}@[^\s<>"(),:;]{1,254}/g;

export function drawMail(name: string, bytes: Uint8Array, words: RenderMessages): Drawn {
  const mail = readMail(bytes);
  const subject = wordsOf(headerOf(mail.headers, "subject") ?? "");
  const receivers = ["to", "cc", "bcc"].flatMap((one) => addressesIn(mail, one));
  const text = mail.text ?? mail.html ?? "";
  return {
    heading: [
      words.say("evidence.mail", { subject: shownText((subject || name).slice(0, 200)) }),
      words.say("evidence.mail.receivers", { count: receivers.length }),
      words.say("evidence.mail.attachments", { count: mail.attachments.length }),
    ].join(" · "),
    warnings: warningsOf(mail, words),
    facts: [
      ...SHOWN.flatMap((header) => {
        const values = mail.headers.filter(([one]) => one === header);
        return values.map(([, value]) => ({
          label: header,
          value: shownText(wordsOf(value.slice(0, MOST_CHARS))),
        }));
      }),
      ...mail.attachments.slice(0, MOST_ATTACHMENTS).map(({ name: of, size }) => {
        const called =
          of === undefined ? words.say("evidence.mail.unnamed") : shownText(of.slice(0, 200));
        const value = `${called}, ${byteWords(size, words)}`;
        return { label: words.say("evidence.mail.attachment"), value };
      }),
    ],
    lines: plainLinesOf(text.replaceAll("\r\n", "\n")),
  };
}

function addressesIn({ headers }: MailMessage, name: string): readonly string[] {
  return headers
    .filter(([one]) => one === name)
    .flatMap(([, value]) => wordsOf(value).match(ADDRESS) ?? [])
    .map((address) => address.toLowerCase());
}

const domainOf = (address: string) => address.slice(address.lastIndexOf("@") + 1);

function warningsOf(mail: MailMessage, words: RenderMessages): readonly string[] {
  const [from, reply, sender] = ["from", "reply-to", "sender"].map((one) => addressesIn(mail, one));
  const other = (reply ?? []).filter((address) => !(from ?? []).includes(address));
  const isOther = (sender ?? []).some((address) => !(from ?? []).includes(address));
  const everybody = ["from", "to", "cc", "bcc", "reply-to"].flatMap((one) =>
    addressesIn(mail, one),
  );
  const odd = [...new Set(everybody.map(domainOf))].filter((domain) => /[^ -~]|xn--/.test(domain));
  const twice = ONCE.filter((name) => mail.headers.filter(([one]) => one === name).length > 1);
  const names = mail.headers
    .filter(([one]) => one === "from")
    .flatMap(([, value]) => namedIn(value));
  const listed = (all: readonly string[]) => commaWords(all.map(shownText), words);
  return [
    ...(other.length === 0
      ? []
      : [words.say("evidence.mail.answers", { addresses: listed(other) })]),
    ...(isOther ? [words.say("evidence.mail.sender")] : []),
    ...(from?.length === 1 ? [] : [words.say("evidence.mail.from", { count: from?.length ?? 0 })]),
    ...(names.length === 0 ? [] : [words.say("evidence.mail.name", { names: listed(names) })]),
    ...odd.map((domain) => words.say("evidence.mail.domain", { domain: shownText(domain) })),
    ...twice.map((header) => words.say("evidence.mail.twice", { header })),
    ...(mail.text !== undefined && mail.html !== undefined
      ? [words.say("evidence.mail.second")]
      : []),
    ...(mail.text === undefined && mail.html !== undefined
      ? [words.say("evidence.mail.html")]
      : []),
    ...(mail.isCut ? [words.say("evidence.mail.parts")] : []),
  ];
}

/** An address in the name that programs show in place of the address. */
function namedIn(from: string): readonly string[] {
  const words = wordsOf(from);
  const at = words.lastIndexOf("<");
  return at < 0 ? [] : (words.slice(0, at).match(ADDRESS) ?? []);
}
