import { z } from "zod";
import { LEVELS } from "../../domain/authority/action.ts";
import { HANDS } from "../../domain/authority/authorization.ts";
import { inDigits, inTime } from "../../domain/in-words.ts";
import {
  DEFAULT_PERMISSION_MS,
  MAX_PERMISSION_MS,
  MAX_TRIALS_AT_ONCE,
} from "../../domain/limits.ts";
import { END_USER_ROLE } from "../../domain/people/end-user.ts";
import { CHANGES } from "../../domain/policy/changed-tests.ts";
import { PERMISSION_SCOPES, STANDING_SCOPES } from "../../domain/policy/permission.ts";
import type { ArgumentConditions } from "../../domain/policy/policy.ts";
import { evidenceBound } from "./evidence.ts";
import {
  Actor,
  GrantId,
  Json,
  JsonObject,
  KeyId,
  PermissionId,
  PrincipalId,
  RequestId,
  Timestamp,
  Workspace,
} from "./values.ts";

/* What crosses the wire about authorizations. */

export const Level = z.enum(LEVELS).meta({ id: "Level", description: "How much is at stake." });
export const Sha256 = z.string().meta({ description: "SHA-256, 64 hexadecimal digits." });

export const Resource = z
  .strictObject({ uri: z.string(), sha256: Sha256 })
  .meta({ id: "Resource", description: "What an action touches, by the digest of its content." });

const Action = z
  .strictObject({
    v: z
      .union([z.literal(1), z.literal(2)])
      .meta({ description: "2 with evidence, 1 without any." }),
    workspace: Workspace,
    agent: PrincipalId,
    session: z.string().nullable(),
    tool: z.string(),
    toolSchemaHash: Sha256.nullable(),
    args: JsonObject,
    resources: z.array(Resource),
    level: Level,
    policyVersion: z.string(),
    expiresAt: Timestamp,
    nonce: z.string(),
    evidence: evidenceBound,
  })
  .meta({ id: "Action", description: "The action envelope: what an approval is about." });

const Approvers = z
  .strictObject({
    names: z.array(z.string()),
    roles: z.array(z.enum(["owner", "approver", "viewer", END_USER_ROLE])).meta({
      description: "`end_user`: the user of a service whom the request asks.",
    }),
  })
  .meta({ id: "Approvers", description: "Who may decide; both empty means nobody." });

const Demand = z
  .strictObject({
    rule: z.string(),
    level: Level,
    approvers: Approvers,
    quorum: z.int(),
    wanted: z
      .array(z.strictObject({ count: z.int(), approvers: Approvers }))
      .optional()
      .meta({
        description:
          "How many different people of whom, where the rule has a list: `quorum` in all. Nobody fills two places, nor does whoever the agent acts for.",
      }),
    stepUp: z.boolean(),
    expiresInMs: z.number(),
    waitMs: z.number().optional().meta({
      description:
        "How long after it was sought, or changed for others, the first vote counts, in milliseconds.",
    }),
    note: z.literal("required").optional().meta({
      description: "Each vote counts only with a note that says why.",
    }),
    tickets: z.array(z.string()).optional().meta({
      description:
        "Patterns in RE2 of tickets: the note of each vote names one of each, as a word.",
    }),
    edits: z
      .union([
        z.enum(["none", "second"]),
        z.strictObject({ narrow: z.record(z.string(), z.string()) }),
      ])
      .optional()
      .meta({
        description:
          "`none`: nobody may change the arguments. `second`, also if absent: others approve any change. `narrow`: by JSON Pointer, the changes that their author may approve as well.",
      }),
    hands: z.literal("any").optional().meta({
      description:
        "Votes of every hand count; if absent, only the approvers' own do where several are wanted, and at HIGH and CRITICAL.",
    }),
    why: z.string().optional().meta({
      description: "What the rule tells people if it asks, or the agent if it denies.",
    }),
    args: z.array(z.string()).optional().meta({
      description:
        "JSON Pointers of the arguments that rules about the tool name: people are shown them first.",
    }),
    revision: z.string().optional().meta({
      description: "The revision of the policy, if it is later than the action's.",
    }),
  })
  .meta({ id: "Demand", description: "What the policy demands before an action may run." });

const Vote = z
  .strictObject({
    by: Actor,
    at: Timestamp,
    digest: Sha256,
    key: KeyId.optional(),
    hand: z.enum(HANDS).optional().meta({
      description:
        "Whose hand it was, if not the voter's own: a key for scripts, or one that somebody else made.",
    }),
    madeBy: z
      .strictObject({ principal: PrincipalId, name: z.string() })
      .optional()
      .meta({ description: "Who made that key, if somebody else did." }),
    soleOperator: z.literal(true).optional(),
    steppedUp: z.literal(true).optional(),
    fits: z.array(z.int()).optional().meta({
      description: "The entries of `wanted`, by index, that the voter could meet.",
    }),
    note: z.string().optional().meta({
      description: "The voter's words to the agent; they change nothing of what may run.",
    }),
    passkey: z
      .literal(true)
      .optional()
      .meta({ description: "A passkey proved the voter, over the digest." }),
  })
  .meta({ id: "Vote", description: "One person's approval of one digest." });

const PatchOperation = z
  .union([
    z.strictObject({ op: z.enum(["add", "replace"]), path: z.string(), value: Json }),
    z.strictObject({ op: z.literal("remove"), path: z.string() }),
  ])
  .meta({ id: "PatchOperation", description: "One step of a JSON Patch, RFC 6902." });
export const Patch = z.array(PatchOperation);

export const ToolDefinition = z
  .strictObject({
    name: z.string(),
    description: z.string().nullable(),
    inputSchema: Json,
    server: z.string().nullable(),
    more: JsonObject.optional().meta({
      description: "Whatever else it says: its title, annotations, output schema.",
    }),
  })
  .meta({ id: "ToolDefinition", description: "What a tool says of itself." });

export const PinnedTool = z
  .strictObject({ agent: PrincipalId, tool: z.string(), hash: Sha256 })
  .meta({ id: "PinnedTool", description: "What is known under the name of an agent's tool." });

export const Authorization = z
  .strictObject({
    action: Action,
    digest: Sha256,
    edit: z
      .strictObject({
        by: Actor,
        at: Timestamp,
        key: KeyId.optional(),
        note: z.string().optional().meta({
          description: "Its author's words, where it was put to others.",
        }),
        others: z.literal(true).optional().meta({
          description: "It was put to others: its author's own approval does not count for it.",
        }),
        args: JsonObject,
        digest: Sha256,
        patch: Patch,
      })
      .optional()
      .meta({ description: "How an operator changed the agent's arguments." }),
    reason: z.string().meta({ description: "The agent's words, unverified." }),
    onBehalfOf: z.string().optional(),
    argsSchema: JsonObject.optional(),
    secrets: z.array(z.string()),
    demand: Demand,
    votes: z.array(Vote),
    toolChanged: z.literal(true).optional(),
    toolNew: z.literal(true).optional().meta({
      description: "Its server offered it only after its first listing.",
    }),
    toolChange: z
      .strictObject({
        formerHash: Sha256.optional(),
        former: ToolDefinition.optional(),
        now: ToolDefinition.optional(),
      })
      .optional()
      .meta({
        description:
          "The definitions before and after, if known. Of a new tool, before is one that is gone, if it is that one under another name.",
      }),
  })
  .meta({ id: "Authorization" });

export const Basis = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("people") }),
    z.strictObject({ kind: z.literal("permission"), permission: PermissionId }),
    z.strictObject({ kind: z.literal("rule"), rule: z.string() }),
  ])
  .meta({ id: "Basis", description: "What said yes or no." });

export const CollectedGrant = z
  .strictObject({
    grant: z.string().meta({ description: "A JWT, good for one redemption." }),
    id: GrantId,
    expiresAt: Timestamp,
    digest: Sha256,
    tool: z.string(),
    args: JsonObject,
    patch: Patch.optional(),
  })
  .meta({ id: "CollectedGrant" });

const Conditions = z.record(z.string(), z.record(z.string(), Json)).meta({
  description: "Conditions by JSON Pointer, as in a policy.",
}) as unknown as z.ZodType<ArgumentConditions>;

export const PermissionInput = z.strictObject({
  scope: z.enum(PERMISSION_SCOPES),
  like: RequestId.optional().meta({ description: "A request to take agent, tool, … from." }),
  agent: z.string().optional(),
  tool: z.string().optional().meta({ description: "With * for any characters." }),
  args: Conditions.optional(),
  level: z.enum(["LOW", "MEDIUM", "HIGH"]).optional(),
  forMs: z
    .number()
    .optional()
    .meta({
      description: `From now; at most ${inTime(MAX_PERMISSION_MS)}, ${inTime(DEFAULT_PERMISSION_MS)} if absent.`,
    }),
  typed: z.string().optional().meta({ description: "For HIGH: its tool, as typed at a terminal." }),
});

export const Permission = z
  .strictObject({
    id: PermissionId,
    workspace: Workspace,
    scope: z.enum(STANDING_SCOPES),
    agent: PrincipalId,
    agentName: z.string(),
    tool: z.string(),
    argsDigest: z.string().optional(),
    args: Conditions.optional(),
    session: z.string().optional(),
    request: RequestId.optional().meta({
      description: "Of an answer: whose answer it is; of `reject`: what was rejected.",
    }),
    anyAt: z.array(z.string()).optional().meta({
      description: "Of `reject`: JSON Pointers of arguments that may be anything.",
    }),
    digitsAt: z.array(z.string()).optional().meta({
      description: "Of `reject`: of arguments whose digits may be any.",
    }),
    toolSchemaHash: Sha256.optional(),
    level: z.enum(["LOW", "MEDIUM", "HIGH"]),
    until: Timestamp,
    givenBy: Actor,
    key: KeyId.optional(),
    createdAt: Timestamp,
    revokedAt: Timestamp.optional(),
    uses: z.int(),
  })
  .meta({
    id: "Permission",
    description: "A standing permission: a yes in advance; of scope `reject` a no in advance.",
  });

export const PolicyInForce = z
  .strictObject({
    revision: z.string(),
    source: JsonObject.optional().meta({ description: "Absent if none was ever applied." }),
    since: Timestamp,
  })
  .meta({ id: "PolicyInForce" });

export const PolicyVerdict = z
  .strictObject({
    outcome: z.enum(["allow", "deny", "ask"]),
    demand: Demand,
  })
  .meta({ id: "PolicyVerdict" });

const PolicyWarning = z
  .strictObject({
    rule: z.string(),
    place: z.string().meta({ description: 'Such as rules[1].args["/to/*"].' }),
    warning: z.string(),
    example: z
      .strictObject({ tool: z.string(), args: JsonObject, agent: z.string().optional() })
      .optional()
      .meta({
        description:
          "A call that the policy lets through; absent where only an expression was read.",
      }),
    instead: z.string().meta({ description: "What to write instead." }),
  })
  .meta({ id: "PolicyWarning", description: "What lets more pass than will have been meant." });

export const PolicyDryRun = z
  .strictObject({
    examined: z.int().meta({
      description: `Authorizations that were looked at, at most ${inDigits(MAX_TRIALS_AT_ONCE)} at once.`,
    }),
    unjudged: z.int().meta({ description: "Those that were erased: nothing is said of them." }),
    loosened: z.int().meta({
      description: "Those that need fewer or other people, a lower level or no step-up.",
    }),
    tightened: z.int(),
    examples: z.array(
      z.strictObject({
        request: RequestId,
        agentName: z.string(),
        tool: z.string(),
        at: Timestamp,
        change: z.enum(["loosened", "tightened"]),
        before: PolicyVerdict,
        after: PolicyVerdict,
      }),
    ),
    warnings: z.array(PolicyWarning),
    tests: z
      .array(
        z.strictObject({
          test: z.string(),
          change: z.enum(CHANGES),
          rule: z.string(),
          ruleChange: z.enum(CHANGES),
        }),
      )
      .meta({ description: "Tests that change in one step with the rule that decides them." }),
    next: z.string().optional().meta({
      description: "The `cursor` for what was sought earlier; absent where nothing was.",
    }),
  })
  .meta({ id: "PolicyDryRun", description: "What it would have treated otherwise, newest first." });

export const Checkpoint = z
  .strictObject({
    workspace: Workspace,
    seq: z.int(),
    hash: z.string(),
    at: Timestamp,
    token: z.string(),
  })
  .meta({ id: "Checkpoint", description: "The head of the log, signed." });

export const PublicKeys = z
  .strictObject({
    keys: z.array(JsonObject),
    deployment: z
      .string()
      .optional()
      .meta({ description: "The issuer and audience of what they sign." }),
  })
  .meta({ id: "PublicKeys", description: "A JWK Set, RFC 7517; the first signs now." });
