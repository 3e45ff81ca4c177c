import type { Level, Resource } from "../../domain/authority/action.ts";
import type { ToolDefinition } from "../../domain/authority/tool-definition.ts";
import type {
  ConversationId,
  GrantId,
  PermissionId,
  PrincipalId,
  RequestId,
} from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { PatchOperation } from "../../domain/json-patch.ts";
import type { PolicyWarning } from "../../domain/policy/check-open.ts";
import type { Permission, PermissionScope } from "../../domain/policy/permission.ts";
import type { ArgumentConditions, PolicyVerdict } from "../../domain/policy/policy.ts";
import type {
  ApprovedRequest,
  AuthorizationRequest,
  Request,
  Waited,
} from "../../domain/requests/request.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { ErasedMatter, EraseMatterInput } from "./erasure.ts";

export interface AuthorizeInput {
  /**
   * The tool that is to run, and its arguments: as canonical JSON at most 256 KiB where people are
   * asked, and 4 MiB where a rule or a permission allows it.
   */
  readonly tool: string;
  readonly args: JsonObject;
  /** Why, in the agent's words; at most 16 KiB. */
  readonly reason: string;
  /** On whose behalf; never proof of who decides. */
  readonly onBehalfOf?: string;
  /** The run of the agent; standing permissions of a session hold for it. */
  readonly session?: string;
  /** JSON Schema that edited arguments have to fit. */
  readonly argsSchema?: JsonObject;
  /** Digest of the tool's definition, 64 hexadecimal digits: a change of it asks people again. */
  readonly toolSchemaHash?: string;
  /** What that digest is of: shown to people beside the pinned one where it is another. */
  readonly toolDefinition?: ToolDefinition;
  /** Files and the like by the digest of their content; they have to be the same at redemption. */
  readonly resources?: readonly Resource[];
  /** JSON Pointers of arguments that nobody is shown and that are stored encrypted. */
  readonly secrets?: readonly string[];
  /** Names of the operators to ask, or roles as `role:owner`; it narrows those of the policy, and never widens them. */
  readonly to?: readonly string[];
  readonly conversation?: ConversationId;
  /** Tells it from another authorization of the same action, which it would else join. */
  readonly joinKey?: string;
  /** From 1,000 to 30 days; the policy's where absent, one hour where that says nothing. */
  readonly expiresInMs?: number;
  readonly holdMs?: number;
  /**
   * Where a rule or a permission allows it at once, it is redeemed in the same step: what the caller
   * gets back as `redeemed` runs now, once, and no grant is minted for it.
   */
  readonly redeemIfAllowed?: boolean;
}

/** What a person shows of themselves with a decision on HIGH or CRITICAL. */
export interface Presence {
  /** The first six or more digits of the digest, as typed at a controlling terminal. */
  readonly typed?: string;
  /** Where the demand says `stepUp`. */
  readonly passphrase?: string;
  /**
   * What a passkey of theirs made of the digest, a WebAuthn AuthenticationResponseJSON with the 32
   * bytes of the digest as its challenge. It stands for `typed` and for `passphrase`.
   */
  readonly passkey?: JsonObject;
}

export interface ApproveInput extends Presence {
  readonly id: RequestId;
  /** Of what is approved, as it was shown: of the edited action where `args` are given. */
  readonly digest: string;
  /** Other arguments than the agent's. */
  readonly args?: JsonObject;
}

export interface RevokeInput {
  readonly id: RequestId;
  /** Told to the agent, where the request was approved; at most 2 KiB. */
  readonly reason?: string;
}

/** What an agent gets for an approval: the permit, and what exactly may run. */
export interface CollectedGrant {
  /** A JWT; good for one redemption until `expiresAt`. */
  readonly grant: string;
  readonly id: GrantId;
  readonly expiresAt: Timestamp;
  readonly digest: string;
  readonly tool: string;
  /** The approved arguments, secrets included. */
  readonly args: JsonObject;
  /** How an operator changed the agent's arguments; absent where nobody did. */
  readonly patch?: readonly PatchOperation[];
}

export interface RedeemInput {
  readonly grant: string;
  /** What is about to run, as it is now. */
  readonly tool: string;
  readonly args: JsonObject;
  readonly session?: string;
  readonly toolSchemaHash?: string;
  readonly resources?: readonly Resource[];
}

export interface Redeemed {
  readonly id: GrantId;
  readonly request: ApprovedRequest;
  readonly redeemedAt: Timestamp;
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
  /** As it was written, in the form of `earshot.yaml`; absent where there is none. */
  readonly source?: JsonObject;
  readonly since: Timestamp;
}

export interface ApplyPolicyInput {
  readonly source: JsonObject;
  readonly passphrase?: string;
}

export interface TestPolicyInput {
  readonly tool: string;
  readonly args: JsonObject;
  /** The name of an agent; any where absent. */
  readonly agent?: string;
}

export interface PermitInput {
  /** For HIGH: its tool, as typed at a controlling terminal. */
  readonly typed?: string;
  readonly scope: PermissionScope;
  /** A request to take agent, tool, arguments and session from. */
  readonly like?: RequestId;
  /** Of `pattern` without a request: the agent's name, the tools, what must hold of arguments. */
  readonly agent?: string;
  readonly tool?: string;
  readonly args?: ArgumentConditions;
  /** MEDIUM where absent. */
  readonly level?: Exclude<Level, "CRITICAL">;
  /** From now; at most 90 days, 24 hours where absent. */
  readonly forMs?: number;
}

/** What a permission would have covered of the last 7 days. */
export interface PermissionPreview {
  readonly matched: number;
  /** Authorizations that the agent sought in that time; counted up to 10,000. */
  readonly sought: number;
  /** The newest of those matched, at most 10. */
  readonly examples: readonly AuthorizationRequest[];
  /** Why it would cover nothing as things are, as a sentence: it would be refused. */
  readonly never?: string;
}

export interface SetPassphraseInput {
  /** 12 to 256 characters. */
  readonly passphrase: string;
  /** The one before, where there is one. */
  readonly former?: string;
  /** For the first, where the person has a passkey: what one makes of the challenge of `passkeyProof`. */
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

/** Public keys as a JWK Set, RFC 7517; the first signs now. */
export interface PublicKeys {
  readonly keys: readonly JsonObject[];
}

/** An action with other arguments, before anybody approves it so. */
export interface EditPreview {
  /** Of the edited action: what an approval of it carries. */
  readonly digest: string;
  /** From the agent's arguments to these, RFC 6902. */
  readonly patch: readonly PatchOperation[];
}

/** What another policy would have said to what agents sought in the last 7 days. */
export interface PolicyDryRun {
  /** Authorizations that were looked at, the newest first, at most 1,000. */
  readonly examined: number;
  readonly changed: number;
  /** The newest of those it would have treated otherwise, at most 50. */
  readonly examples: readonly {
    readonly request: RequestId;
    readonly agentName: string;
    readonly tool: string;
    readonly at: Timestamp;
    readonly before: PolicyVerdict;
    readonly after: PolicyVerdict;
  }[];
  /** What it would let through unmeant. */
  readonly warnings: readonly PolicyWarning[];
}

export interface PinToolInput {
  /** The request that shows the change. */
  readonly id: RequestId;
  /** Digest of the definition that was shown. */
  readonly hash: string;
  /** The caller's own, where they have one. */
  readonly passphrase?: string;
}

export interface PinnedTool {
  readonly agent: PrincipalId;
  readonly tool: string;
  readonly hash: string;
}

/** An input that says nothing. */
export type Nothing = Readonly<Record<string, never>>;

/** What Earshot does about authorizations; a part of `Earshot`. */
export interface Authority<O> {
  /** Joins the same action of this agent where one is open, or approved and not used. */
  authorize(input: AuthorizeInput, options?: O): Promise<Waited>;
  /** Throws DIGEST_MISMATCH, ALREADY_VOTED, STEP_UP_NEEDED, NOT_ALLOWED, REQUEST_CLOSED. */
  approve(input: ApproveInput, options?: O): Promise<AuthorizationRequest>;
  reject(input: RejectInput, options?: O): Promise<AuthorizationRequest>;
  /**
   * Takes back the caller's vote on an open request, or an approval that was not used: it is rejected
   * then. Throws REQUEST_CLOSED where it was used.
   */
  revoke(input: RevokeInput, options?: O): Promise<AuthorizationRequest>;
  /** What `reject` would cover with `like`; it rejects none, and each of these is rejected by its id. */
  previewRejection(input: PreviewRejectionInput): Promise<RejectionPreview>;
  /** Throws what `approve` would say to these arguments; decides nothing. */
  previewEdit(input: { readonly id: RequestId; readonly args: JsonObject }): Promise<EditPreview>;
  /** Mints a grant; one that was minted before and not used is void from then. NOT_APPROVED. */
  collect(input: { readonly id: RequestId }, options?: O): Promise<CollectedGrant>;
  /** Uses a grant up, or throws GRANT_REFUSED. */
  redeem(input: RedeemInput, options?: O): Promise<Redeemed>;

  policy(): Promise<PolicyInForce>;
  /** With the caller's own passphrase, where they have one. */
  applyPolicy(input: ApplyPolicyInput, options?: O): Promise<PolicyInForce>;
  testPolicy(input: TestPolicyInput): Promise<PolicyVerdict>;
  /** Applies nothing; throws INVALID_INPUT as `applyPolicy` does. */
  dryRunPolicy(input: { readonly source: JsonObject }): Promise<PolicyDryRun>;

  /** Takes a tool that has changed as the known one; approves nothing. */
  pinTool(input: PinToolInput, options?: O): Promise<PinnedTool>;

  permit(input: PermitInput, options?: O): Promise<Permission>;
  previewPermission(input: PermitInput): Promise<PermissionPreview>;
  listPermissions(): Promise<{ readonly items: readonly Permission[] }>;
  revokePermission(input: { readonly id: PermissionId }, options?: O): Promise<Permission>;

  setPassphrase(input: SetPassphraseInput, options?: O): Promise<{ readonly setAt: Timestamp }>;
  rotateGrantKey(input?: Nothing, options?: O): Promise<{ readonly kid: string }>;
  grantKeys(): Promise<PublicKeys>;
  /** Signs the head of the log now, and appends that to the anchor. */
  sealLog(input?: Nothing, options?: O): Promise<Checkpoint>;
  /** Erases the content of a closed request; ids, digests and the log stay. */
  erase(input: { readonly id: RequestId }, options?: O): Promise<Request>;
  /**
   * Goes through a part of the record for a person or a case; `next` says where the following call goes
   * on. A call may be repeated: what was taken is not found again.
   */
  eraseMatter(input: EraseMatterInput, options?: O): Promise<ErasedMatter>;
}

export interface RejectInput {
  readonly id: RequestId;
  /** Told to the agent; at most 2 KiB. */
  readonly reason?: string;
  /** `like`: for a time what is like it is rejected at once, and nobody is asked; it takes `permit`. */
  readonly covers?: "this" | "like";
  /** Of `like`: from now, at most 24 hours; an hour where absent. */
  readonly forMs?: number;
  /** Of `like`: JSON Pointers of arguments that may be anything. */
  readonly anyAt?: readonly string[];
  /** Of `like`: of arguments whose digits may be any, as those of a counter. */
  readonly digitsAt?: readonly string[];
}

export interface PreviewRejectionInput extends Pick<RejectInput, "id" | "anyAt"> {
  /** Absent: where the alike ones that are open differ in digits. */
  readonly digitsAt?: readonly string[];
}

/** What a rejection would reach that covers what is like it. */
export interface RejectionPreview {
  /** As given, or as found. */
  readonly digitsAt: readonly string[];
  /** The others that it covers, are open and are the caller's to reject, oldest first. */
  readonly ids: readonly RequestId[];
  /** How many more it covers that the caller may not decide. */
  readonly left: number;
}
