import type { Caller } from "../domain/people/principal.ts";
import { present } from "../domain/present.ts";
import type { Authority } from "../ports/earshot/authority.ts";
import type { CallOptions } from "../ports/earshot/call.ts";
import type { Earshot, Whoami } from "../ports/earshot/earshot.ts";
import { approve } from "./authority/approve.ts";
import { authorize } from "./authority/authorize.ts";
import { collect } from "./authority/collect.ts";
import { grantKeys, rotateGrantKey } from "./authority/grant-keys.ts";
import { pinTool } from "./authority/pin-tool.ts";
import { previewEdit } from "./authority/preview-edit.ts";
import { previewRejection } from "./authority/preview-rejection.ts";
import { redeem } from "./authority/redeem.ts";
import { reject } from "./authority/reject.ts";
import { revoke } from "./authority/revoke.ts";
import type { Context } from "./call/context.ts";
import { byCaller } from "./context-of-caller.ts";
import { createInbox } from "./create-inbox.ts";
import { createLiaison } from "./create-liaison.ts";
import { createOperators } from "./create-operators.ts";
import { createRuns } from "./create-runs.ts";
import { erase } from "./erasure/erase.ts";
import { eraseMatter } from "./erasure/erase-matter.ts";
import { createHub } from "./hub/create-hub.ts";
import { listConversations } from "./hub/list-conversations.ts";
import { list, show } from "./inbox/list-requests.ts";
import { createKey, listKeys, revokeKey } from "./keys/keys.ts";
import { exportAudit, verifyAudit } from "./log/audit.ts";
import { recordToolCall } from "./log/record-tool-call.ts";
import { sealLog } from "./log/seal-log.ts";
import { lastEvent, subscribe } from "./log/subscribe.ts";
import { listMemory, memoryVersions, readMemory, searchMemory } from "./memory/read-memory.ts";
import { deleteMemory, restoreMemory, writeMemory } from "./memory/write-memory.ts";
import { applyPolicy, policy, testPolicy } from "./policy/apply-policy.ts";
import { dryRunPolicy } from "./policy/dry-run-policy.ts";
import { listPermissions, permit, revokePermission } from "./policy/permissions.ts";
import { previewPermission } from "./policy/preview-permission.ts";
import { answer } from "./requests/answer.ts";
import { ask } from "./requests/ask.ts";
import { cancel } from "./requests/cancel.ts";
import { acknowledge, mailbox } from "./requests/mailbox.ts";
import { showConversation, showMessage, startConversation, tell } from "./requests/tell.ts";
import { wait, waitMany } from "./requests/wait.ts";
import { createReview } from "./review/create-review.ts";
import { createSessions } from "./sessions/create-sessions.ts";
import { setPassphrase } from "./sign-in/passphrase.ts";
import { traceCalls } from "./trace-calls.ts";
import { status } from "./upkeep/status.ts";

/** Earshot in process, as one caller sees it. */
export function createEarshot(given: Context, caller: Caller): Earshot {
  const ctx = byCaller(given, caller);
  const earshot: Earshot = {
    whoami: async () => whoami(caller),
    ...createAuthority(ctx, caller),
    ...createInbox(ctx, caller),
    ...createOperators(ctx, caller),
    ...createHub(ctx, caller),
    ...createRuns(ctx, caller),
    ...createSessions(ctx, caller),
    ...createReview(ctx, caller),
    ...createLiaison(ctx, caller),
    ask: (input, options) => ask(ctx, caller, { input, options }),
    wait: (input, options) => wait(ctx, caller, { input, options }),
    waitMany: (input, options) => waitMany(ctx, caller, { input, options }),
    cancel: (input, options) => cancel(ctx, caller, { input, options }),
    answer: (input, options) => answer(ctx, caller, { input, options }),
    list: (input) => list(ctx, caller, input),
    show: ({ id }) => show(ctx, caller, id),
    mailbox: (input) => mailbox(ctx, caller, input),
    acknowledge: (input, options) => acknowledge(ctx, caller, { input, options }),
    status: () => status(ctx, caller),
    tell: (input, options) => tell(ctx, caller, { input, options }),
    startConversation: (input, options) => startConversation(ctx, caller, { input, options }),
    listConversations: (input) => listConversations(ctx, caller, input),
    showConversation: (input) => showConversation(ctx, caller, input),
    showMessage: ({ id }) => showMessage(ctx, caller, id),
    writeMemory: (input, options) => writeMemory(ctx, caller, { input, options }),
    readMemory: (input) => readMemory(ctx, caller, input),
    listMemory: (input) => listMemory(ctx, caller, input),
    deleteMemory: (input, options) => deleteMemory(ctx, caller, { input, options }),
    searchMemory: (input) => searchMemory(ctx, caller, input),
    memoryVersions: (input) => memoryVersions(ctx, caller, input),
    restoreMemory: (input, options) => restoreMemory(ctx, caller, { input, options }),
    recordToolCall: (input, options) => recordToolCall(ctx, caller, { input, options }),
    events: (input, options) => subscribe(ctx, caller, { input, signal: options?.signal }),
    lastEvent: () => lastEvent(ctx, caller),
    createKey: (input, options) => createKey(ctx, caller, { input, options }),
    listKeys: () => listKeys(ctx, caller),
    revokeKey: (input, options) => revokeKey(ctx, caller, { input, options }),
    verifyAudit: (input) => verifyAudit(ctx, caller, input),
    exportAudit: (input) => exportAudit(ctx, caller, input),
  };
  return ctx.traces.isOn ? traceCalls(ctx, caller, earshot) : earshot;
}

function createAuthority(ctx: Context, caller: Caller): Authority<CallOptions> {
  return {
    authorize: (input, options) => authorize(ctx, caller, { input, options }),
    approve: (input, options) => approve(ctx, caller, { input, options }),
    previewEdit: (input) => previewEdit(ctx, caller, input),
    dryRunPolicy: (input) => dryRunPolicy(ctx, caller, input),
    reject: (input, options) => reject(ctx, caller, { input, options }),
    revoke: (input, options) => revoke(ctx, caller, { input, options }),
    collect: (input, options) => collect(ctx, caller, { input, options }),
    redeem: (input, options) => redeem(ctx, caller, { input, options }),
    pinTool: (input, options) => pinTool(ctx, caller, { input, options }),
    policy: () => policy(ctx, caller),
    applyPolicy: (input, options) => applyPolicy(ctx, caller, { input, options }),
    testPolicy: (input) => testPolicy(ctx, caller, input),
    previewRejection: (input) => previewRejection(ctx, caller, input),
    permit: (input, options) => permit(ctx, caller, { input, options }),
    previewPermission: (input) => previewPermission(ctx, caller, input),
    listPermissions: () => listPermissions(ctx, caller),
    revokePermission: (input, options) => revokePermission(ctx, caller, { input, options }),
    setPassphrase: (input, options) => setPassphrase(ctx, caller, { input, options }),
    rotateGrantKey: (_, options) => rotateGrantKey(ctx, caller, options),
    grantKeys: () => grantKeys(ctx),
    sealLog: (_, options) => sealLog(ctx, caller, options),
    erase: (input, options) => erase(ctx, caller, { input, options }),
    eraseMatter: (input, options) => eraseMatter(ctx, caller, { input, options }),
  };
}

function whoami({ principal, rights, holdMs, unattended }: Caller): Whoami {
  return { principal, rights: [...rights], ...present({ holdMs, unattended }) };
}
