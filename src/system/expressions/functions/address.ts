import { BlockList, isIP } from "node:net";
import { domainToASCII } from "node:url";
import { quoted } from "./quoted.ts";

/** The parser drops or turns these, so that what people read is not where the call goes. */
const UNSAFE = /[\p{Cc}\s\\]/u;
const DEFAULT_PORTS: Readonly<Record<string, bigint>> = {
  "http:": 80n,
  "https:": 443n,
  "ws:": 80n,
  "wss:": 443n,
  "ftp:": 21n,
};

/** An address by the rules of WHATWG: the host in ASCII, in lower case, without a dot at its end. */
export class UrlValue {
  readonly scheme: string;
  readonly host: string;
  /** The scheme's own if none is written; 0 where it has none. */
  readonly port: bigint;
  readonly path: string;
  readonly query: string;
  /** Whether a name or password stands before the host. */
  readonly has_user: boolean;

  constructor(url: URL) {
    this.scheme = url.protocol.slice(0, -1);
    this.host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
    this.port = url.port === "" ? (DEFAULT_PORTS[url.protocol] ?? 0n) : BigInt(url.port);
    this.path = url.pathname;
    this.query = url.search.slice(1);
    this.has_user = url.username !== "" || url.password !== "";
  }
}

/** Readers differ on an address without `//` before its host, and on a host whose dots are written otherwise. */
const PLAIN = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?[^/?#@%\u3002\uff0e\uff61]+(?:[/?#]|$)/i;

/** Throws on whatever programs may read apart. */
export function urlOf(text: string): UrlValue {
  if (UNSAFE.test(text))
    throw new Error("the address has a space, a backslash or a control character");
  if (!PLAIN.test(text)) throw new Error(`${quoted(text)} has no host behind //, written plainly`);
  if (!URL.canParse(text)) throw new Error(`${quoted(text)} is no whole address`);
  const made = new UrlValue(new URL(text));
  if (made.host === "") throw new Error("the address names no host");
  return made;
}

/** Whether the host is the domain or below it: `evil-example.org` is not within `example.org`. */
export function isHostWithin({ host }: { readonly host: string }, domain: string): boolean {
  const base = asciiDomain(domain);
  return host === base || host.endsWith(`.${base}`);
}

/** Whether the host is an address in a range such as `10.0.0.0/8`. A name is in none: nothing is resolved. */
export function isInRange({ host }: UrlValue, range: string): boolean {
  const family = isIP(host);
  if (family === 0) return false;
  const [network = "", bits = ""] = range.split("/");
  const ofRange = isIP(network);
  if (ofRange === 0 || !/^\d{1,3}$/.test(bits))
    throw new Error(`${quoted(range)} is no range such as 10.0.0.0/8`);
  const list = new BlockList();
  list.addSubnet(network, Number(bits), ofRange === 6 ? "ipv6" : "ipv4");
  return list.check(host, family === 6 ? "ipv6" : "ipv4");
}

/** What is not of the public internet, by RFC 6890 and its successors. */
const OWN_RANGES = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "::/127",
  "fc00::/7",
  "fe80::/10",
  "ff00::/8",
  "64:ff9b::/96",
  "2002::/16",
];

/** Whether the host is an address that only means something near by, or a name such as `localhost`. */
export function isNear(url: UrlValue): boolean {
  const { host } = url;
  if (isIP(host) === 0)
    return host === "localhost" || host.endsWith(".localhost") || !host.includes(".");
  return OWN_RANGES.some((range) => isInRange(url, range));
}

/** One mailbox without a display name. */
export class EmailValue {
  readonly local: string;
  /** In ASCII and lower case. */
  readonly domain: string;

  constructor(local: string, domain: string) {
    this.local = local;
    this.domain = domain;
  }
}

/** Without `%` and `!`, by which mail was relayed onward, and `*`, which some take for everybody. */
const LOCAL = /^[A-Za-z0-9#$&'+/=?^_`{|}~-]+(?:\.[A-Za-z0-9#$&'+/=?^_`{|}~-]+)*$/;
const MOST = 254;

/** Throws on lists, display names, quoted and commented forms: people and programs read those apart. */
export function emailOf(text: string): EmailValue {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, Math.max(at, 0));
  const fault = new Error(`${quoted(text)} is no plain mail address`);
  if (text.length > MOST || !LOCAL.test(local)) throw fault;
  const domain = asciiDomain(text.slice(at + 1));
  if (isIP(domain) !== 0 || !domain.includes(".")) throw fault;
  return new EmailValue(local, domain);
}

function asciiDomain(text: string): string {
  const plain = UNSAFE.test(text) ? "" : domainToASCII(text).replace(/\.$/, "");
  if (plain === "") throw new Error(`${quoted(text)} is no name of a domain`);
  return plain;
}
