import type { Reach } from "../../domain/alone/world.ts";
import type { Level, Resource } from "../../domain/authority/action.ts";
import type { ToolDefinition } from "../../domain/authority/tool-definition.ts";
import type { EvidenceView } from "../../domain/evidence/evidence-view.ts";
import type {
  ConversationId,
  GrantId,
  PermissionId,
  PrincipalId,
  RequestId,
} from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { PatchOperation } from "../../domain/json-patch.ts";
import type { Role } from "../../domain/people/principal.ts";
import type { Permission, PermissionScope } from "../../domain/policy/permission.ts";
import type { ArgumentConditions } from "../../domain/policy/policy.ts";
import type {
  ApprovedRequest,
  AuthorizationRequest,
  Shown,
  ShownRequest,
  Waited,
} from "../../domain/requests/request.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Undoable } from "./call.ts";
import type { ErasedMatter, EraseMatterInput } from "./erasure.ts";
import type { EvidenceInput } from "./evidence.ts";
import type { PolicyCoverage } from "./policy-coverage.ts";
import type { ExplainedRequest, TestedPolicy } from "./policy-reasons.ts";
import type { DryRunPolicyInput, PolicyDryRun } from "./policy-trial.ts";

export interface AuthorizeInput {
  /**
   * The tool that is to run, and its arguments. As canonical JSON these are at most 256 KiB if people
   * are asked, and 4 MiB if a rule or a permission allows it.
   */
  readonly tool: string;
  readonly args: JsonObject;
  /** Why, in the agent's words; at most 16 KiB. */
  readonly reason: string;
  /** On whose behalf the agent acts; never proof of who decides. */
  readonly onBehalfOf?: string;
  /** The agent's run, for which standing permissions of a session hold. */
  readonly session?: string;
  /** JSON Schema that edited arguments must fit. */
  readonly argsSchema?: JsonObject;
  /** Digest of the tool's definition, 64 hexadecimal digits: if it changes, people are asked again. */
  readonly toolSchemaHash?: string;
  /** The definition behind that digest, shown to people beside the pinned one if they differ. */
  readonly toolDefinition?: ToolDefinition;
  /** Files and the like by the digest of their content, which must be unchanged at redemption. */
  readonly resources?: readonly Resource[];
  /**
   * What people are shown beside the arguments, with its contents; at most 20 pieces with 8 MiB together.
   * It is a part of the action: a redemption has to name the same.
   */
  readonly evidence?: readonly EvidenceInput[];
  /** JSON Pointers of arguments that are shown to nobody and stored encrypted. */
  readonly secrets?: readonly string[];
  /** Names of operators to ask, or roles as `role:owner`; narrows the policy's choice, never widens it. */
  readonly to?: readonly string[];
  readonly conversation?: ConversationId;
  /** Keeps it apart from another authorization of the same action, which it would otherwise join. */
  readonly joinKey?: string;
  /** From 1,000 to 30 days; if absent, the policy's time, or one hour. */
  readonly expiresInMs?: number;
  /**
   * A URL that is called once it has closed, signed with the secret of the agent's subscription, beside
   * the one that the agent has subscribed. What joins another request calls where that one says.
   */
  readonly notify?: { readonly url: string };
  readonly holdMs?: number;
  /**
   * If a rule or a permission allows it at once, it is redeemed in the same step. The caller runs the
   * returned `redeemed` now and once; no grant is minted.
   */
  readonly redeemIfAllowed?: boolean;
}

/** A person's proof of presence for a decision on HIGH or CRITICAL. */
export interface Presence {
  /** The first six or more digits of the digest, as typed at a controlling terminal. */
  readonly typed?: string;
  /** Needed if the demand says `stepUp`. */
  readonly passphrase?: string;
  /**
   * Their passkey's signature of the digest: a WebAuthn AuthenticationResponseJSON with the 32 bytes of
   * the digest as its challenge. It replaces `typed` and `passphrase`.
   */
  readonly passkey?: JsonObject;
}

export interface ApproveInput extends Presence, Undoable {
  readonly id: RequestId;
  /** The shown digest of what is approved; that of the edited action if `args` are given. */
  readonly digest: string;
  /** Other arguments than the agent's. */
  readonly args?: JsonObject;
  /** Words to the agent beside the approval; at most 2 KiB. They change nothing of what may run. */
  readonly note?: string;
}

export interface RevokeInput {
  readonly id: RequestId;
  /** Told to the agent if the request had been approved; at most 2 KiB. */
  readonly reason?: string;
}

/** What an agent gets for an approval: the grant, and what exactly may run. */
export interface CollectedGrant {
  /** A JWT; good for one redemption until `expiresAt`. */
  readonly grant: string;
  readonly id: GrantId;
  readonly expiresAt: Timestamp;
  readonly digest: string;
  readonly tool: string;
  /** The approved arguments, secrets included. */
  readonly args: JsonObject;
  /** How an operator changed the agent's arguments; absent if nobody did. */
  readonly patch?: readonly PatchOperation[];
}

/** What is used up, and for what: a collected grant, or the agent's own approval by its request. */
export interface RedeemInput {
  readonly grant?: string;
  /** Collects and redeems in one step. Only for the agent that sought it. */
  readonly request?: RequestId;
  /** What is about to run, in its present state. */
  readonly tool: string;
  readonly args: JsonObject;
  readonly session?: string;
  readonly toolSchemaHash?: string;
  readonly resources?: readonly Resource[];
  /** What the approval was sought with: its contents, or their digests. */
  readonly evidence?: readonly EvidenceInput[];
}

export interface Redeemed {
  readonly id: GrantId;
  readonly request: Shown<ApprovedRequest>;
  readonly redeemedAt: Timestamp;
  /**
   * An earlier call with this idempotency key has used the approval, and the action may have run: only
   * whoever lost that reply may run it. A client leaves it out for a key that it made for this call.
   */
  readonly repeated?: true;
}

/** Why a grant was refused, as `details.reason` of GRANT_REFUSED. */
export const GRANT_REFUSALS = [
  "not_ours",
  "expired",
  "used",
  "replaced",
  "revoked",
  "other_action",
  "other_agent",
  "denied_now",
  "demands_more",
  "approver_gone",
  "permission_over",
  "agent_halted",
  "unknown",
] as const;
export type GrantRefusal = (typeof GRANT_REFUSALS)[number];

export interface PolicyInForce {
  /** Digest of its canonical form. */
  readonly revision: string;
  /** The policy in the form of `earshot.yaml`; absent if there is none. */
  readonly source?: JsonObject;
  readonly since: Timestamp;
}

export interface ApplyPolicyInput {
  readonly source: JsonObject;
  /** The revision that it was written from, or six or more of its first characters: POLICY_CHANGED where another is in force. */
  readonly replaces?: string;
  readonly passphrase?: string;
}

export interface TestPolicyInput {
  readonly tool: string;
  readonly args: JsonObject;
  /** The name of an agent; any if absent. */
  readonly agent?: string;
}

export interface PermitInput {
  /** For HIGH: its tool, as typed at a controlling terminal. */
  readonly typed?: string;
  readonly scope: PermissionScope;
  /** The request that gives agent, tool, arguments and session. */
  readonly like?: RequestId;
  /** For `pattern` without a request: the agent's name, the tools, the conditions on arguments. */
  readonly agent?: string;
  readonly tool?: string;
  readonly args?: ArgumentConditions;
  /** MEDIUM if absent. */
  readonly level?: Exclude<Level, "CRITICAL">;
  /** From now; at most 90 days, 24 hours if absent. */
  readonly forMs?: number;
}

/** What a permission would have covered in the last 7 days. */
export interface PermissionPreview {
  readonly matched: number;
  /** Authorizations that the agent sought in that time; counted up to 10,000. */
  readonly sought: number;
  /** The newest of those matched, at most 10. */
  readonly examples: readonly Shown<AuthorizationRequest>[];
  /** Why it would cover nothing now, as a sentence: it would be refused. */
  readonly never?: string;
}

export interface SetPassphraseInput {
  /** 12 to 256 characters. */
  readonly passphrase: string;
  /** The previous one, if there is one. */
  readonly former?: string;
  /** For the first passphrase of a person with a passkey: its answer to `passkeyProof`. */
  readonly proof?: JsonObject;
}

/** A statement over the log, signed by the server: up to `seq` its head was `hash`. */
export interface Checkpoint {
  readonly workspace: string;
  readonly seq: number;
  /** Hexadecimal. */
  readonly hash: string;
  readonly at: Timestamp;
  /** A JWT over the same, type `earshot-checkpoint+jwt`, EdDSA. */
  readonly token: string;
}

/** Public keys as a JWK Set, RFC 7517; the first is the one that signs now. */
export interface PublicKeys {
  readonly keys: readonly JsonObject[];
  /** The issuer and audience of what they sign. */
  readonly deployment?: string;
}

export interface PreviewEditInput {
  readonly id: RequestId;
  readonly args: JsonObject;
  /** Of the texts around the evidence; English if absent. */
  readonly language?: string;
}

/** An action with other arguments, before anybody approves it in this form. */
export interface EditPreview {
  /** The digest of the edited action, which an approval of it carries. */
  readonly digest: string;
  /** From the agent's arguments to these, RFC 6902. */
  readonly patch: readonly PatchOperation[];
  /** What people are shown beside the edited action, as it follows these arguments; absent if nothing is. */
  readonly evidence?: readonly EvidenceView[];
  /**
   * How many others have to approve them, because the caller's own approval does not count for such
   * a change. Absent if it counts.
   */
  readonly others?: number;
  /** The caller's approval counts only because nobody else could decide. */
  readonly soleOperator?: true;
}

export interface ReachAloneInput {
  /** The name of a person; everybody if absent. */
  readonly person?: string;
  /** Another policy, in the form of `earshot.yaml`; the one in force if absent. */
  readonly source?: JsonObject;
}

/** What one person brings about alone, by what the rules tell apart. */
export interface PersonsReach {
  readonly name: string;
  readonly role: Role;
  readonly reach: readonly Reach[];
  /** Names of rules for which no call was found, of which nothing is said. */
  readonly unseen: readonly string[];
}

export interface PinToolInput {
  /** The request that shows the change. */
  readonly id: RequestId;
  /** Digest of the shown definition. */
  readonly hash: string;
  /** The caller's own, if they have one. */
  readonly passphrase?: string;
}

export interface PinnedTool {
  readonly agent: PrincipalId;
  readonly tool: string;
  readonly hash: string;
}

/** A tool as its server lists it. */
export interface ListedTool {
  readonly tool: string;
  /** Digest of its definition. */
  readonly hash: string;
  /** Kept, so that people can be shown it later; it need not be given twice. */
  readonly definition?: ToolDefinition;
}

export interface OfferToolsInput {
  /** The server that lists them, as in their definitions. */
  readonly server: string;
  /** All of them: what is left out is gone. Nothing is kept if absent. */
  readonly tools?: readonly ListedTool[];
  /** What else it does that the policy knows as tools, such as `resources/read`. */
  readonly methods?: readonly string[];
}

export interface OfferedTools {
  /** Names of those whose calls the policy denies whatever their arguments are. */
  readonly denied: readonly string[];
}

/** An empty input. */
export type Nothing = Readonly<Record<string, never>>;

/** What Earshot does about authorizations; a part of `Earshot`. */
export interface Authority<O> {
  /** Joins the same action of this agent if one is open, or approved and not used. */
  authorize(input: AuthorizeInput, options?: O): Promise<Waited>;
  /**
   * Approves the action, perhaps with other arguments. Where others have to approve those, the
   * request stays open without the caller's vote. Throws DIGEST_MISMATCH, ALREADY_VOTED,
   * STEP_UP_NEEDED, NOT_ALLOWED, REQUEST_CLOSED.
   */
  approve(input: ApproveInput, options?: O): Promise<Shown<AuthorizationRequest>>;
  reject(input: RejectInput, options?: O): Promise<Shown<AuthorizationRequest>>;
  /**
   * Takes back the caller's vote on an open request, or an unused approval, which is then rejected.
   * Throws REQUEST_CLOSED if it was used.
   */
  revoke(input: RevokeInput, options?: O): Promise<Shown<AuthorizationRequest>>;
  /** What `reject` would cover with `like`. It rejects nothing: reject each of these by its id. */
  previewRejection(input: PreviewRejectionInput): Promise<RejectionPreview>;
  /** Throws what `approve` would throw for these arguments; decides nothing. */
  previewEdit(input: PreviewEditInput): Promise<EditPreview>;
  /** Mints a grant, which voids an earlier, unused one. Throws NOT_APPROVED. */
  collect(input: { readonly id: RequestId }, options?: O): Promise<CollectedGrant>;
  /** Redeems a grant, or throws GRANT_REFUSED. */
  redeem(input: RedeemInput, options?: O): Promise<Redeemed>;

  policy(): Promise<PolicyInForce>;
  /** Takes the caller's own passphrase, if they have one. */
  applyPolicy(input: ApplyPolicyInput, options?: O): Promise<PolicyInForce>;
  testPolicy(input: TestPolicyInput): Promise<TestedPolicy>;
  /** Of an authorization; throws NOT_FOUND, NOT_ALLOWED, and DIGEST_MISMATCH like `policyRevision`. */
  explainRequest(input: { readonly id: RequestId }): Promise<ExplainedRequest>;
  /** Applies nothing; throws INVALID_INPUT like `applyPolicy`. */
  dryRunPolicy(input: DryRunPolicyInput): Promise<PolicyDryRun>;
  /** With the `next` of the answer before as `cursor`, of what was sought earlier. */
  policyCoverage(input?: { readonly cursor?: string }): Promise<PolicyCoverage>;

  /** What each person could bring about without anybody else, at most 100 people; does nothing. */
  reachAlone(input?: ReachAloneInput): Promise<{ readonly items: readonly PersonsReach[] }>;

  /** Accepts a changed tool as the known one; approves nothing. */
  pinTool(input: PinToolInput, options?: O): Promise<PinnedTool>;

  /**
   * Says what a server offers the agent. What its first listing holds is known from then on; the first call
   * of what comes later asks people, whatever rules allow.
   */
  offerTools(input: OfferToolsInput): Promise<OfferedTools>;

  permit(input: PermitInput, options?: O): Promise<Permission>;
  previewPermission(input: PermitInput): Promise<PermissionPreview>;
  listPermissions(): Promise<{ readonly items: readonly Permission[] }>;
  revokePermission(input: { readonly id: PermissionId }, options?: O): Promise<Permission>;

  setPassphrase(input: SetPassphraseInput, options?: O): Promise<{ readonly setAt: Timestamp }>;
  rotateGrantKey(input?: Nothing, options?: O): Promise<{ readonly kid: string }>;
  grantKeys(): Promise<PublicKeys>;
  /** Signs the head of the log now, and appends the checkpoint to the anchor. */
  sealLog(input?: Nothing, options?: O): Promise<Checkpoint>;
  /** Erases the content of a closed request; ids, digests and the log stay. */
  erase(input: { readonly id: RequestId }, options?: O): Promise<ShownRequest>;
  /**
   * Searches a part of the record for a person or a case; `next` says where the following call
   * continues. A call may be repeated: what was erased is not found again.
   */
  eraseMatter(input: EraseMatterInput, options?: O): Promise<ErasedMatter>;
}

export interface RejectInput extends Undoable {
  readonly id: RequestId;
  /** Told to the agent; at most 2 KiB. */
  readonly reason?: string;
  /** `like`: for a time similar requests are rejected at once and nobody is asked; it needs `permit`. */
  readonly covers?: "this" | "like";
  /** For `like`: from now, at most 24 hours; one hour if absent. */
  readonly forMs?: number;
  /** For `like`: JSON Pointers of arguments that may be anything. */
  readonly anyAt?: readonly string[];
  /** For `like`: JSON Pointers of arguments whose digits may be any, such as a counter. */
  readonly digitsAt?: readonly string[];
}

export interface PreviewRejectionInput extends Pick<RejectInput, "id" | "anyAt"> {
  /** If absent: wherever the open ones that are alike differ in digits. */
  readonly digitsAt?: readonly string[];
}

/** What a rejection of everything alike would cover. */
export interface RejectionPreview {
  /** As given or as found. */
  readonly digitsAt: readonly string[];
  /** Other open requests that it covers and that the caller may reject, oldest first. */
  readonly ids: readonly RequestId[];
  /** How many more it covers that the caller may not decide. */
  readonly left: number;
}
