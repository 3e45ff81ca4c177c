/**
 * Ids are a prefix that names the thing and 26 letters and digits: 48 bits of time in milliseconds
 * and 80 random bits, in Crockford's base 32 (the ULID layout, in lower case). They sort by time,
 * so that indexes stay warm at any size.
 */
export type WorkspaceId = string;
export type PrincipalId = `prn_${string}`;
export type KeyId = `key_${string}`;
export type RequestId = `req_${string}`;
export type MessageId = `msg_${string}`;
export type ConversationId = `cnv_${string}`;
export type RunId = `run_${string}`;
export type PermissionId = `per_${string}`;
export type GrantId = `grt_${string}`;
export type PasskeyId = `psk_${string}`;
export type DeliveryId = `dlv_${string}`;
export type LinkId = `lnk_${string}`;
export type SessionId = `ses_${string}`;
/** Not made but derived, see `deploymentOf`. */
export type DeploymentId = `dep_${string}`;

export interface IdsByPrefix {
  readonly prn: PrincipalId;
  readonly key: KeyId;
  readonly req: RequestId;
  readonly msg: MessageId;
  readonly cnv: ConversationId;
  readonly run: RunId;
  readonly per: PermissionId;
  readonly grt: GrantId;
  readonly psk: PasskeyId;
  readonly dlv: DeliveryId;
  readonly lnk: LinkId;
  readonly ses: SessionId;
}
export type IdPrefix = keyof IdsByPrefix;

export const DEFAULT_WORKSPACE: WorkspaceId = "default";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const BODY = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;
const WORKSPACE = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** Writes `value` (an integer below 2^53) with `length` base-32 digits, most significant first. */
function base32(value: number, length: number): string {
  let rest = value;
  let text = "";
  for (let digit = 0; digit < length; digit++) {
    text = ALPHABET[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** Builds an id from a time and two random integers of 40 bits each. */
export function formatId<P extends IdPrefix>(
  prefix: P,
  ms: number,
  random: { readonly high: number; readonly low: number },
): IdsByPrefix[P] {
  const body = base32(ms, 10) + base32(random.high, 8) + base32(random.low, 8);
  return `${prefix}_${body}` as IdsByPrefix[P];
}

/** True for text that has the form of an id with this prefix, whether or not it exists. */
export function isId<P extends IdPrefix>(prefix: P, text: string): text is IdsByPrefix[P] {
  return text.startsWith(`${prefix}_`) && BODY.test(text.slice(prefix.length + 1));
}

/** People choose workspace names: at most 63 lower-case letters, digits and hyphens. */
export function isWorkspaceId(text: string): text is WorkspaceId {
  return WORKSPACE.test(text);
}

/** The conversation that every agent has from the start. Its id comes from the agent's: no look-up. */
export function ownConversation(agent: PrincipalId): ConversationId {
  return `cnv_${agent.slice("prn_".length)}`;
}

/** When an id was made, in milliseconds since 1970; undefined for text that is not an id. */
export function idTimeMs(text: string): number | undefined {
  const body = text.slice(text.indexOf("_") + 1);
  if (!BODY.test(body)) return undefined;
  let ms = 0;
  for (const digit of body.slice(0, 10)) ms = ms * 32 + ALPHABET.indexOf(digit);
  return ms;
}
