import { shownText } from "../shown-json.ts";
import type { Drawn } from "./file-view.ts";
import { plainLinesOf } from "./lines.ts";
import { headerOf, type MailMessage, readMail, wordsOf } from "./mail-message.ts";

const ONCE = ["from", "to", "cc", "subject", "reply-to", "sender", "date"] as const;
const SHOWN = ["from", "to", "cc", "bcc", "reply-to", "subject", "date"] as const;
const MOST_CHARS = 2_000;
const MOST_ATTACHMENTS = 50;
const ADDRESS = /[^\s<>"(),:;]{1,254}@[^\s<>"(),:;]{1,254}/g;

export function drawMail(name: string, bytes: Uint8Array): Drawn {
  const mail = readMail(bytes);
  const subject = wordsOf(headerOf(mail.headers, "subject") ?? "");
  const receivers = ["to", "cc", "bcc"].flatMap((one) => addressesIn(mail, one));
  const many = receivers.length === 1 ? "1 receiver" : `${receivers.length} receivers`;
  const text = mail.text ?? mail.html ?? "";
  return {
    heading: `Mail ${shownText((subject || name).slice(0, 200))} · ${many} · ${mail.attachments.length} attachments`,
    warnings: warningsOf(mail),
    facts: [
      ...SHOWN.flatMap((header) => {
        const values = mail.headers.filter(([one]) => one === header);
        return values.map(([, value]) => ({
          label: header,
          value: shownText(wordsOf(value.slice(0, MOST_CHARS))),
        }));
      }),
      ...mail.attachments.slice(0, MOST_ATTACHMENTS).map(({ name: of, size }) => {
        return { label: "attachment", value: `${shownText(of.slice(0, 200))}, ${size} bytes` };
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

function warningsOf(mail: MailMessage): readonly string[] {
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
  return [
    ...(other.length === 0
      ? []
      : [`Answers go to ${shownText(other.join(", "))}, not to who it is from.`]),
    ...(isOther ? ["It is sent by another than it is from."] : []),
    ...(from?.length === 1 ? [] : [`It is from ${from?.length ?? 0} addresses.`]),
    ...(names.length === 0
      ? []
      : [`The name before its address is an address too: ${shownText(names.join(", "))}`]),
    ...odd.map((domain) => `The domain ${shownText(domain)} may look like another one.`),
    ...twice.map((name) => `${name} stands in it twice: programs differ in which one counts.`),
    ...(mail.text !== undefined && mail.html !== undefined
      ? ["It has a second form in HTML, which is not shown and can say other things."]
      : []),
    ...(mail.text === undefined && mail.html !== undefined
      ? ["It is HTML alone, which stands here as text."]
      : []),
    ...(mail.isCut ? ["It has more parts than are read."] : []),
  ];
}

/** An address in the name that programs show in place of the address. */
function namedIn(from: string): readonly string[] {
  const words = wordsOf(from);
  const at = words.lastIndexOf("<");
  return at < 0 ? [] : (words.slice(0, at).match(ADDRESS) ?? []);
}
