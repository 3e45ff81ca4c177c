import { createHash, randomBytes, timingSafeEqual, verify, X509Certificate } from "node:crypto";
import { type ContentInfo, SignedData, type SignerInfo } from "@peculiar/asn1-cms";
import { AsnConvert, OctetString } from "@peculiar/asn1-schema";
import {
  id_ct_tstInfo,
  MessageImprint,
  PKIStatus,
  TimeStampReq,
  TimeStampReqVersion,
  TimeStampResp,
  TimeStampToken,
  TSTInfo,
} from "@peculiar/asn1-tsp";
import { AlgorithmIdentifier } from "@peculiar/asn1-x509";

/*
 * Time stamps of RFC 3161: an authority signs that it has seen a digest at a time. What is stamped is
 * SHA-256 of one line of the anchor, without its line end.
 */

export interface StampRequest {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly digest: Uint8Array;
  readonly nonce: Uint8Array;
}

/** What a time stamp says, once its signature holds. */
export interface Stamp {
  /** ISO 8601. */
  readonly at: string;
  /** The subject of the certificate that has signed it. */
  readonly authority: string;
  readonly isTrusted: boolean;
}

/** A text or reply that is no time stamp of what was asked; its words stand behind its name. */
export class StampFault extends Error {}

const SHA256 = "2.16.840.1.101.3.4.2.1";
const SIGNED_DATA = "1.2.840.113549.1.7.2";
const CONTENT_TYPE = "1.2.840.113549.1.9.3";
const MESSAGE_DIGEST = "1.2.840.113549.1.9.4";
/** SigningCertificate of RFC 2634, and that of RFC 5035. */
const SIGNING_CERTIFICATES = ["1.2.840.113549.1.9.16.2.12", "1.2.840.113549.1.9.16.2.47"];
const TIME_STAMPING = "1.3.6.1.5.5.7.3.8";
const NONCE_BYTES = 16;
const SET_TAG = 0x31;

const HASHES: Readonly<Record<string, string>> = {
  [SHA256]: "sha256",
  "2.16.840.1.101.3.4.2.2": "sha384",
  "2.16.840.1.101.3.4.2.3": "sha512",
};
/** With the hash that is signed; that of the digest where the algorithm names none. */
const SIGNATURES: Readonly<Record<string, string | undefined>> = {
  "1.2.840.113549.1.1.1": undefined,
  "1.2.840.113549.1.1.11": "sha256",
  "1.2.840.113549.1.1.12": "sha384",
  "1.2.840.113549.1.1.13": "sha512",
  "1.2.840.10045.4.3.2": "sha256",
  "1.2.840.10045.4.3.3": "sha384",
  "1.2.840.10045.4.3.4": "sha512",
};

export function digestOf(line: string): Buffer {
  return createHash("sha256").update(line).digest();
}

export function stampRequest(digest: Uint8Array): StampRequest {
  const nonce = randomBytes(NONCE_BYTES);
  // A number that is above zero, and in its shortest form.
  nonce[0] = ((nonce[0] ?? 0) & 0x7f) | 0x40;
  const request = new TimeStampReq({
    version: TimeStampReqVersion.v1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithm: SHA256, parameters: null }),
      hashedMessage: new OctetString(bufferOf(digest)),
    }),
    nonce: bufferOf(nonce),
    certReq: true,
  });
  return { bytes: new Uint8Array(AsnConvert.serialize(request)), digest, nonce };
}

/** The token in a reply to this very request. Throws a StampFault for anything else. */
export function tokenIn(reply: Uint8Array, { digest, nonce }: StampRequest): Buffer {
  const { status, timeStampToken } = parsed(reply, TimeStampResp, "sends no time stamp");
  const isGranted =
    status.status === PKIStatus.granted || status.status === PKIStatus.grantedWithMods;
  if (!isGranted || timeStampToken === undefined) {
    throw new StampFault(`grants no time stamp (status ${status.status})`);
  }
  const token = Buffer.from(AsnConvert.serialize(timeStampToken));
  const { info } = readToken(token, digest);
  if (info.nonce === undefined || !same(new Uint8Array(info.nonce), nonce)) {
    throw new StampFault("has stamped for another request: the nonce is not that of this one");
  }
  return token;
}

/** What a kept token says of this digest. Throws a StampFault where it does not prove it. */
export function readStamp(
  token: Uint8Array,
  digest: Uint8Array,
  trusted: readonly X509Certificate[] = [],
): Stamp {
  const { info, signer, others } = readToken(token, digest);
  return {
    at: info.genTime.toISOString(),
    authority: signer.subject.split("\n").reverse().join(", "),
    isTrusted: isTrusted(signer, others, trusted),
  };
}

/** Whatever is wrong with it: a part of it that cannot be read is no reason to end a program. */
function readToken(token: Uint8Array, digest: Uint8Array) {
  try {
    return provenToken(token, digest);
  } catch (cause) {
    if (cause instanceof StampFault) throw cause;
    throw new StampFault("holds a part that cannot be read", { cause });
  }
}

function provenToken(token: Uint8Array, digest: Uint8Array) {
  const signed = signedDataIn(parsed(token, TimeStampToken, "is no time stamp"));
  const content = signed.encapContentInfo.eContent?.single?.buffer;
  const [signerInfo, ...more] = signed.signerInfos;
  const isStamp = signed.encapContentInfo.eContentType === id_ct_tstInfo;
  if (!isStamp || content === undefined || signerInfo === undefined || more.length > 0) {
    throw new StampFault("is no time stamp");
  }
  const info = parsed(new Uint8Array(content), TSTInfo, "is no time stamp");
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  if (hashAlgorithm.algorithm !== SHA256 || !same(new Uint8Array(hashedMessage.buffer), digest)) {
    throw new StampFault("is of another digest");
  }
  const certificates = (signed.certificates ?? []).flatMap(({ certificate }) =>
    certificate === undefined
      ? []
      : [new X509Certificate(Buffer.from(AsnConvert.serialize(certificate)))],
  );
  const signer = signerIn(certificates, signerInfo);
  assertSigned(signerInfo, new Uint8Array(content), signer);
  assertMayStamp(signer, info.genTime);
  return { info, signer, others: certificates };
}

function signedDataIn({ contentType, content }: ContentInfo): SignedData {
  if (contentType !== SIGNED_DATA) throw new StampFault("is no time stamp");
  return parsed(new Uint8Array(content), SignedData, "is no time stamp");
}

/** The certificate that the signed attributes name by its hash: no other can take its place. */
function signerIn(certificates: readonly X509Certificate[], signed: SignerInfo): X509Certificate {
  const named = SIGNING_CERTIFICATES.flatMap((type) => attributesOf(signed, type));
  const found = certificates.find(({ raw }) =>
    ["sha1", "sha256", "sha384", "sha512"].some((name) => {
      const hash = createHash(name).update(raw).digest();
      return named.some((value) => value.includes(hash));
    }),
  );
  if (found === undefined) throw new StampFault("does not hold the certificate that signed it");
  return found;
}

function attributesOf({ signedAttrs = [] }: SignerInfo, type: string): readonly Buffer[] {
  return signedAttrs
    .filter(({ attrType }) => attrType === type)
    .flatMap(({ attrValues }) => attrValues.map((value) => Buffer.from(value)));
}

function assertSigned(info: SignerInfo, content: Uint8Array, signer: X509Certificate): void {
  const digestHash = HASHES[info.digestAlgorithm.algorithm];
  const { algorithm } = info.signatureAlgorithm;
  if (digestHash === undefined || !Object.hasOwn(SIGNATURES, algorithm)) {
    throw new StampFault(`is signed in a way that is not known here (${algorithm})`);
  }
  const [type] = attributesOf(info, CONTENT_TYPE);
  const [messageDigest] = attributesOf(info, MESSAGE_DIGEST);
  const hashed = createHash(digestHash).update(content).digest();
  const isOfContent =
    type !== undefined && messageDigest?.subarray(-hashed.length).equals(hashed) === true;
  if (!isOfContent) throw new StampFault("was changed: its signature is of another content");
  const attributes = attributesAsSigned(info);
  const hash = SIGNATURES[algorithm] ?? digestHash;
  const signature = Buffer.from(info.signature.buffer);
  if (!verify(hash, attributes, signer.publicKey, signature)) {
    throw new StampFault("was changed: its signature does not hold");
  }
}

/** What is signed is their set: its length is written as that of a string is, under another tag. */
function attributesAsSigned({ signedAttrs = [] }: SignerInfo): Buffer {
  const parts = signedAttrs.map((one) => Buffer.from(AsnConvert.serialize(one)));
  const written = Buffer.from(
    AsnConvert.serialize(new OctetString(bufferOf(Buffer.concat(parts)))),
  );
  written[0] = SET_TAG;
  return written;
}

function assertMayStamp(signer: X509Certificate, at: Date): void {
  const isThen = at >= signer.validFromDate && at <= signer.validToDate;
  if (isThen && signer.keyUsage?.includes(TIME_STAMPING) === true) return;
  throw new StampFault("is signed by a certificate that may not stamp, or not at that time");
}

const MOST_STEPS = 8;

/** Whether a certificate that the verifier has been given vouches for it. */
function isTrusted(
  signer: X509Certificate,
  others: readonly X509Certificate[],
  trusted: readonly X509Certificate[],
): boolean {
  let one = signer;
  for (let step = 0; step < MOST_STEPS; step++) {
    const { fingerprint256 } = one;
    if (trusted.some((root) => root.fingerprint256 === fingerprint256)) return true;
    const child = one;
    const issuer = [...trusted, ...others].find(
      (other) => other.ca && child.checkIssued(other) && child.verify(other.publicKey),
    );
    if (issuer === undefined) return false;
    one = issuer;
  }
  return false;
}

function parsed<T>(bytes: Uint8Array, type: new () => T, otherwise: string): T {
  try {
    return AsnConvert.parse(bufferOf(bytes), type);
  } catch {
    throw new StampFault(otherwise);
  }
}

function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}

function same(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
