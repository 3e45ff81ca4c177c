import type { OperationName } from "../contract/operations.ts";
import type { CallOptions } from "../ports/earshot/call.ts";
import type { Earshot } from "../ports/earshot/earshot.ts";
import type { Inbox } from "../ports/earshot/inbox.ts";
import type { Operators } from "../ports/earshot/operators.ts";

/** The call of an operation that both the table and `Earshot` have under this name. */
export type NamedCall = <N extends keyof Earshot & OperationName>(name: N) => Earshot[N];

/** What operators do in their inbox. */
export function inboxCalls(call: NamedCall): Inbox<CallOptions> {
  return {
    inbox: call("inbox"),
    inboxItem: call("inboxItem"),
    noteSent: call("noteSent"),
    noteSeen: call("noteSeen"),
    claim: call("claim"),
    release: call("release"),
    separate: call("separate"),
    snooze: call("snooze"),
    insights: call("insights"),
    listAgents: call("listAgents"),
    haltAgent: call("haltAgent"),
    resumeAgent: call("resumeAgent"),
  };
}

/** What is done about the people who answer. */
export function operatorCalls(call: NamedCall): Operators<CallOptions> {
  return {
    addOperator: call("addOperator"),
    listOperators: call("listOperators"),
    removeOperator: call("removeOperator"),
    createSignInLink: call("createSignInLink"),
    listWebSessions: call("listWebSessions"),
    revokeWebSession: call("revokeWebSession"),
    signOut: call("signOut"),
    passkeyCreation: call("passkeyCreation"),
    passkeyProof: call("passkeyProof"),
    addPasskey: call("addPasskey"),
    listPasskeys: call("listPasskeys"),
    removePasskey: call("removePasskey"),
    passkeyStepUp: call("passkeyStepUp"),
  };
}
