import type { JsonObject } from "../domain/json.ts";
import { bytesOf, encodedPart } from "./passkey-response.ts";

const SEQUENCE = 0x30;
const INTEGER = 0x02;

/**
 * What tells a signature from every other one of its key, base64url. Of ECDSA it is `r` alone: whoever
 * has (r, s) has (r, n - s) too, and either could be written in several ways, so that only the one
 * form which authenticators write is taken. Undefined where it is no signature to go by.
 */
export function markOf(response: JsonObject, isElliptic: boolean): string | undefined {
  const signature = bytesOf(response, "signature");
  if (signature === undefined) return undefined;
  const whole = Buffer.from(signature);
  // The same bytes in another spelling would be another answer to who keeps what was used.
  if (whole.toString("base64url") !== encodedPart(response, "signature")) return undefined;
  const mark = isElliptic ? firstOfTwo(whole) : whole;
  return mark?.toString("base64url");
}

/** The first of the two integers that are all of it, each in its shortest form, in DER. */
function firstOfTwo(signature: Buffer): Buffer | undefined {
  if (signature[0] !== SEQUENCE || signature[1] !== signature.length - 2) return undefined;
  const first = integerAt(signature, 2);
  const second = first === undefined ? undefined : integerAt(signature, 4 + first.length);
  if (first === undefined || second === undefined) return undefined;
  return 6 + first.length + second.length === signature.length ? first : undefined;
}

function integerAt(signature: Buffer, at: number): Buffer | undefined {
  const length = signature[at + 1] ?? 0;
  const value = signature.subarray(at + 2, at + 2 + length);
  const [first = 0x80, second = 0] = value;
  const isShortest = value.length === 1 || first !== 0 || second >= 0x80;
  const isWhole = signature[at] === INTEGER && value.length === length;
  return isWhole && isShortest && first < 0x80 ? value : undefined;
}
