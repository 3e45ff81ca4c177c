import type { KeyId } from "../../domain/id.ts";
import { inTime } from "../../domain/in-words.ts";
import type { SetBack } from "../../domain/log/set-back.ts";
import type { Role } from "../../domain/people/principal.ts";
import { DAY_MS, HOUR_MS } from "../../domain/time.ts";
import type { Notice } from "./owner-notices.ts";

/*
 * The notices that owners get about each other, under any setting. Each reports what one person
 * alone does to who decides, to what reaches them, to agents, or to the rules.
 */

type Said = Pick<Notice, "text" | "context" | "foldedMs">;

/** A repeated act is reported once within this time, until the notice was seen. */
const FOLDED_MS = HOUR_MS;
const REST_IN_LOG = "More of the same within the hour is only in the log: npx earshot events";

/** A place elsewhere that the anchor does not get to. */
export interface AnchorFault {
  readonly place: string;
  readonly everyMs: number;
  readonly why: string;
}

interface Of {
  readonly name: string;
  readonly role: Role;
}

const quoted = (text: string) => JSON.stringify(text);
const who = ({ name, role }: Of) => `${quoted(name)} (${role})`;

interface SignersSaid {
  readonly name: string;
  readonly what: "waits" | "added" | "recovered" | "lost" | "ended" | "owner";
  readonly signer: string;
}

const SIGNERS_TOLD: Readonly<Record<SignersSaid["what"], (by: string, name: string) => string>> = {
  waits: (_, name) =>
    `A new signer wants to sign decisions in the name of ${name}, and waits to be let in.`,
  added: (_, name) => `A new signer signs decisions in the name of ${name}.`,
  recovered: (_, name) =>
    `${name} has recovered: a new signer signs in their name, and the former ones have ended.`,
  lost: (_, name) =>
    `${name} has a new signer that nobody has let in, because too few were left to. Guards that have pinned the chain do not follow it.`,
  ended: (by, name) => `${by} has ended a signer of ${name}.`,
  owner: (by, name) =>
    `${by} has changed whether ${name} says who may sign: an owner of the chain of signers, or none any more.`,
};

export const OWNERS_TOLD = {
  key_made: (by: string, of: Of & { readonly key: KeyId; readonly forScripts: boolean }): Said => ({
    text: `${quoted(by)} has made ${of.forScripts ? "a key for scripts, which approves" : "a key that approves"} in the name of ${who(of)}.`,
    context: `If it should not be there: npx earshot keys revoke ${of.key}`,
  }),
  person_invited: (
    by: string,
    of: Of & { readonly key: KeyId; readonly forScripts: boolean },
  ): Said => ({
    text: `${quoted(by)} has invited ${who(of)} to ${of.forScripts ? "a key for scripts, which approves" : "a key that approves"}, of their own.`,
    context: `If that should not be: npx earshot keys revoke ${of.key}`,
  }),
  key_made_at_start: (name: string): Said => ({
    text: `The server has made a new key for ${quoted(name)} at its start, because the old key's file was missing.`,
    context: "Whoever can read the server's data folder has it: npx earshot keys list",
  }),
  key_revoked: (by: string, of: Of): Said => ({
    text: `${quoted(by)} has revoked a key of ${who(of)}: it no longer works, and its votes no longer count.`,
    context: `If that should not be: npx earshot keys create. ${REST_IN_LOG}`,
    foldedMs: FOLDED_MS,
  }),
  web_session_revoked: (by: string, of: Of): Said => ({
    text: `${quoted(by)} has signed ${who(of)} out of a browser, and the votes in it no longer count.`,
    context: `If that should not be, make a link that signs them in: npx earshot operators link ${quoted(of.name)}. ${REST_IN_LOG}`,
    foldedMs: FOLDED_MS,
  }),
  operator_added: (by: string, of: Of): Said => ({
    text: `${quoted(by)} has added the operator ${quoted(of.name)} as ${of.role}.`,
    context: "If that should not be: npx earshot operators remove, and npx earshot operators list",
  }),
  operator_removed: (by: string, of: Of): Said => ({
    text: `${quoted(by)} has removed the operator ${who(of)}.`,
    context: "If that should not be: npx earshot operators add",
  }),
  sign_in_link_made: (by: string, of: Of): Said => ({
    text: `${quoted(by)} has made a link that signs in as ${who(of)}.`,
    context: "Where it leads is listed by npx earshot web-sessions list, and ended by revoke.",
  }),
  link_removed: (by: string, of: { readonly whose: string; readonly channel: string }): Said => ({
    text: `${quoted(by)} has removed the link to ${of.channel} of ${of.whose}: nothing reaches them there, and what is said there no longer counts.`,
    context: `If that should not be: npx earshot link. ${REST_IN_LOG}`,
    foldedMs: FOLDED_MS,
  }),
  agent_halted: (by: string, agent: string): Said => ({
    text: `${quoted(by)} has halted the agent ${quoted(agent)}: nothing of it is served, and no grant of it is redeemed.`,
    context: `If that should not be: npx earshot agents resume ${quoted(agent)}`,
  }),
  agent_resumed: (by: string, agent: string): Said => ({
    text: `${quoted(by)} has resumed the agent ${quoted(agent)}: it is served again, with all that it had.`,
    context: `If that should not be: npx earshot agents halt ${quoted(agent)}`,
  }),
  agent_tied: (
    by: string,
    { agent, person }: { readonly agent: string; readonly person?: string | undefined },
  ): Said => ({
    text: `${quoted(by)} has said that the agent ${quoted(agent)} acts for ${person === undefined ? "no operator" : quoted(person)}${person === by ? "" : ", and can therefore not decide for it either"}.`,
    context: `If that is wrong: npx earshot agents halt ${quoted(agent)}`,
  }),
  subscription: (
    by: string,
    of: {
      readonly agent: string;
      readonly logged: string;
      readonly host?: string | undefined;
    },
  ): Said => {
    const where = of.host === undefined ? "only where a request says so" : `at ${of.host}`;
    const what: Readonly<Record<string, string>> = {
      "subscription.set": `has the agent ${quoted(of.agent)} called when its requests close, ${where}: whoever is there reads the answers.`,
      "subscription.rotated": `has made another secret for the calls to the agent ${quoted(of.agent)}.`,
      "subscription.removed": `has ended the calls to the agent ${quoted(of.agent)}: it is not told any more when its requests close.`,
    };
    return {
      text: `${quoted(by)} ${what[of.logged]}`,
      context: `If that should not be: npx earshot subscriptions remove --agent ${quoted(of.agent)}. ${REST_IN_LOG}`,
      foldedMs: FOLDED_MS,
    };
  },
  policy_changed: (by: string | undefined, lines: readonly string[]): Said => ({
    text: `${by === undefined ? "The server, at its start," : quoted(by)} has put another policy in force.`,
    context: lines.join("\n"),
  }),
  clock_accepted: (by: string, of: { readonly stood: string; readonly at: string }): Said => ({
    text: `${quoted(by)} has accepted that the server's clock jumped ahead, from ${of.stood} to ${of.at}.`,
    context: "What was good for a time up to then has ended, and nothing brings it back.",
  }),
  record_went_back: ({ from, to }: Pick<SetBack, "from" | "to">): Said => ({
    text: `The record has lost what it had committed: event ${from} of the log was there, and the log ended at ${to}. No approval is used until an owner accepts the record.`,
    context:
      "Approvals that could have been used are void. What was answered, revoked or halted in the time that is lost may have to be done again: npx earshot record show",
  }),
  record_accepted: (by: string, event: number): Said => ({
    text: `${quoted(by)} has accepted the record after it went back (event ${event}): approvals are used again.`,
    context: "What is known of the loss: npx earshot events",
  }),
  anchor_not_written: ({ place, everyMs, why }: AnchorFault): Said => ({
    text: `The anchor of the log could not be written to ${place}: ${why}.`,
    context: `It goes there every ${inTime(everyMs)} and is tried again by itself. Until then that place does not show what is changed in the log. How it stands: npx earshot doctor`,
    foldedMs: DAY_MS,
  }),
  signers_changed: (by: string, of: SignersSaid): Said => ({
    text: SIGNERS_TOLD[of.what](quoted(by), quoted(of.name)),
    context: `The signer is ${of.signer}. Compare it with what ${quoted(of.name)} sees, by another way than this: npx earshot signer list`,
  }),
  // It quotes no words: that would be one more place that keeps them.
  erased: (by: string): Said => ({
    text: `${quoted(by)} erases what was said, for good.`,
    context: REST_IN_LOG,
    foldedMs: FOLDED_MS,
  }),
} as const;

/*
 * The notices that a person gets about what somebody else did in their name, which only they can close.
 */
export const PERSON_TOLD = {
  key_made: (by: string, key: KeyId): Said => ({
    text: `${quoted(by)} has made a key in your name. Whoever holds it acts as you.`,
    context: `If you do not want it: npx earshot keys revoke ${key}`,
  }),
  invited: (by: string, key: KeyId): Said => ({
    text: `${quoted(by)} has made an invitation in your name, because you had no key, session or passkey left.`,
    context: `If it was not you who used it: npx earshot keys list, and npx earshot keys revoke. The invitation is ${key}.`,
  }),
  signers_changed: (by: string, of: SignersSaid): Said => ({
    text: SIGNERS_TOLD[of.what](quoted(by), quoted(of.name)),
    context: `The signer is ${of.signer}. If that was not you, tell the owners: npx earshot signer list`,
  }),
  sign_in_link_made: (by: string): Said => ({
    text: `${quoted(by)} has made a link that signs in as you.`,
    context: "Where it leads is listed by npx earshot web-sessions list, and ended by revoke.",
  }),
} as const;
