import { ERRORS, type ErrorCode } from "../../domain/errors.ts";
import { present } from "../../domain/present.ts";
import type { Operation } from "../operations.ts";
import { PROBLEM_MEDIA_TYPE } from "../problem.ts";
import type { OperationName } from "../routes.ts";
import { type JsonSchema, pascal, refTo } from "./schemas.ts";
import { tagsOf } from "./tags.ts";

/* With which codes each operation can fail. What its callers are told is held to this by test/support/call.ts. */

const ALL = Object.keys(ERRORS) as ErrorCode[];

/** Whatever is called: nothing was wrong with the call itself, or it came from where none may come. */
const ANYWHERE: readonly ErrorCode[] = [
  "INVALID_INPUT",
  "NOT_ALLOWED",
  "RATE_LIMITED",
  "INTERNAL",
  "STORE_UNAVAILABLE",
  "SHUTTING_DOWN",
];
const WITH_KEY: readonly ErrorCode[] = ["NOT_SIGNED_IN", "UNREACHABLE"];
const SIGNING_IN: readonly ErrorCode[] = ["NOT_SIGNED_IN"];
const CHANGING: readonly ErrorCode[] = [
  "TOO_LARGE",
  "KEY_REUSED",
  "CONFLICT",
  "CLOCK_JUMPED",
  "RECORD_WENT_BACK",
  "QUEUE_FULL",
];

/** Where what is stored about a request is checked before it is told. */
const OF_REQUESTS = [
  "requests",
  "authorizations",
  "inbox",
  "mailbox",
  "review",
  "sessions",
  "signers",
];

/** Without a parameter in its path, it can name something that is not there. */
const NAMING: readonly OperationName[] = [
  "acceptInvitation",
  "addPasskey",
  "ask",
  "authorize",
  "beginConversation",
  "begin_conversation",
  "beginStatement",
  "blamePolicy",
  "continue_conversation",
  "createEndUserToken",
  "createKey",
  "createSignInLink",
  "deleteMemory",
  "diffPolicies",
  "dryRunPolicy",
  "exportAudit",
  "exportFitness",
  "lastEvent",
  "linkChat",
  "list",
  "listMemory",
  "listSessions",
  "listSubscriptions",
  "memoryVersions",
  "noteSent",
  "passkeyProof",
  "passkeyStepUp",
  "permit",
  "previewPermission",
  "queryGraph",
  "reachAlone",
  "readMemory",
  "recordSkillRead",
  "recordToolCall",
  "redeem",
  "registerAgent",
  "removeSubscription",
  "restoreMemory",
  "rotateSubscription",
  "searchMemory",
  "send",
  "setSubscription",
  "skillUse",
  "startSession",
  "task_completed",
  "tell",
  "testPolicy",
  "testRoute",
  "testSubscription",
  "waitMany",
  "writeMemory",
];

const OF_HOSTS: readonly OperationName[] = [
  "renewSession",
  "watchSession",
  "recordEntries",
  "askInSession",
  "authorizeInSession",
  "postInSession",
  "endSession",
];
const TALKING: readonly OperationName[] = [
  "beginConversation",
  "begin_conversation",
  "continueConversation",
  "continue_conversation",
  "taskCompleted",
  "task_completed",
  "taskProgress",
];

/** What only some operations can fail with. */
const SOME: Partial<Readonly<Record<ErrorCode, readonly OperationName[]>>> = {
  NOT_FOUND: NAMING,
  REQUEST_CLOSED: [
    "answer",
    "answerBack",
    "approve",
    "assign",
    "assignees",
    "askBack",
    "cancel",
    "claim",
    "pinTool",
    "previewEdit",
    "previewRejection",
    "reject",
    "release",
    "respond",
    "review",
    "revoke",
    "separate",
    "snooze",
    "unassign",
    "undo",
    "uploadFile",
  ],
  DECISION_HELD: ["answer", "approve", "reject", "respond", "review", "undo"],
  ALREADY_VOTED: ["approve"],
  ALREADY_CLAIMED: ["claim"],
  DIGEST_MISMATCH: ["approve", "pinTool"],
  POLICY_CHANGED: ["applyPolicy"],
  STEP_UP_NEEDED: [
    "addPasskey",
    "applyPolicy",
    "approve",
    "createKey",
    "createSignInLink",
    "addOperator",
    "passkeyCreation",
    "pinTool",
    "removeOperator",
    "removePasskey",
    "rotateKey",
    "setPassphrase",
    "tieAgent",
  ],
  SECOND_OWNER_NEEDED: [
    "addOperator",
    "applyPolicy",
    "createKey",
    "createSignInLink",
    "eraseMatter",
    "removeOperator",
    "rotateKey",
  ],
  PERSONS_YES_NEEDED: ["createKey", "createSignInLink"],
  NOT_APPROVED: ["collect", "redeem"],
  GRANT_REFUSED: ["collect", "redeem"],
  SESSION_LOST: OF_HOSTS,
  SESSION_CLOSED: ["beginSession", "cancelSession", "resumeSession", ...OF_HOSTS],
  CONVERSATION_CLOSED: [...TALKING, "withdrawFeedback", "shareLiaison"],
  QUOTA_EXCEEDED: [
    "askBack",
    ...TALKING,
    "recordEntries",
    "restoreMemory",
    "uploadFile",
    "writeMemory",
  ],
  CHANNEL_UNAVAILABLE: [
    "addDevice",
    "listDevices",
    "pressNotice",
    "readNotice",
    "testDevice",
    "ask",
    "authorize",
    "createLinkCode",
    "linkChat",
    "reachable",
    "send",
    "setSubscription",
    "testRoute",
  ],
  TOO_LARGE: ["listRuns", "runReport", "showRun"],
};

/** The codes with which this operation can fail, in the order of the table of errors. */
export function codesOf(name: OperationName, operation: Operation): readonly ErrorCode[] {
  const { method, path, right } = operation;
  const isKeyless = right === "none" || right === "invitation";
  const some = Object.entries(SOME).filter(([, names]) => names.includes(name));
  const codes = new Set<string>([
    ...ANYWHERE,
    ...(isKeyless ? SIGNING_IN : WITH_KEY),
    ...(method === "POST" ? CHANGING : []),
    ...(path.includes("{") ? ["NOT_FOUND"] : []),
    ...(tagsOf(name).some((tag) => OF_REQUESTS.includes(tag)) ? ["RECORD_CHANGED"] : []),
    ...some.map(([code]) => code),
  ]);
  return ALL.filter((code) => codes.has(code));
}

/** The failures of calls, each kind of them described once and referred to by name. */
export function createFailures() {
  const known: Record<string, JsonSchema> = { Other: responseOf("Any other failure.", []) };
  const refer = (name: string) => ({ $ref: `#/components/responses/${name}` });
  return {
    components: known,
    /** By their HTTP status. */
    of(codes: readonly ErrorCode[]): Readonly<Record<string, JsonSchema>> {
      const byStatus = Map.groupBy(codes, (code) => String(ERRORS[code].status));
      const found = [...byStatus].map(([status, own]) => {
        const name = own.map((code) => pascal(code.toLowerCase())).join("Or");
        known[name] = responseOf(own.map(told).join(", "), own);
        return [status, refer(name)] as const;
      });
      return Object.fromEntries([...found, ["default", refer("Other")]]);
    },
  };
}

/** Of the command line, of a start, and of a path itself. */
const NO_CALLS: readonly ErrorCode[] = [
  "METHOD_NOT_ALLOWED",
  "ALREADY_RUNNING",
  "END_OF_INPUT",
  "NO_TERMINAL",
  "INTERRUPTED",
];

/** A tool can make any call. */
export const TOOL_CODES = ALL.filter((code) => !NO_CALLS.includes(code));

const AGAIN = { now: "the same call can succeed at once", later: "it can succeed later" };

function told(code: ErrorCode): string {
  const { retry } = ERRORS[code];
  return retry === "never" ? code : `${code} (${AGAIN[retry]})`;
}

function responseOf(description: string, codes: readonly ErrorCode[]): JsonSchema {
  return {
    description,
    content: { [PROBLEM_MEDIA_TYPE]: { schema: refTo("Problem") } },
    ...present({ "x-error-codes": codes.length === 0 ? undefined : codes }),
  };
}
