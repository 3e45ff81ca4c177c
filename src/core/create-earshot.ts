import type { Caller } from "../domain/people/principal.ts";
import { present } from "../domain/present.ts";
import type { Earshot, Whoami } from "../ports/earshot/earshot.ts";
import { approve } from "./authority/approve.ts";
import { authorize } from "./authority/authorize.ts";
import { collect } from "./authority/collect.ts";
import { grantKeys, rotateGrantKey } from "./authority/grant-keys.ts";
import { offerTools } from "./authority/offer-tools.ts";
import { pinTool } from "./authority/pin-tool.ts";
import { previewEdit } from "./authority/preview-edit.ts";
import { previewRejection } from "./authority/preview-rejection.ts";
import { proveAction } from "./authority/prove-action.ts";
import { redeem } from "./authority/redeem.ts";
import { reject } from "./authority/reject.ts";
import { respond } from "./authority/respond.ts";
import { revoke } from "./authority/revoke.ts";
import type { Context } from "./call/context.ts";
import { bindInputAlone, bindWithOptions } from "./call/use-case.ts";
import { createEndUserToken } from "./callers/end-users.ts";
import { byCaller } from "./context-of-caller.ts";
import { listOperators } from "./deciders/list-operators.ts";
import { erase } from "./erasure/erase.ts";
import { eraseLiaison } from "./erasure/erase-liaison.ts";
import { eraseMatter } from "./erasure/erase-matter.ts";
import { showEvidence } from "./evidence/show-evidence.ts";
import { forEndUsers } from "./for-end-users.ts";
import { pressNotice, readNotice } from "./hearing/press-notice.ts";
import { attentionOf, setAttention } from "./hub/attention.ts";
import { dropDelivery, resendDelivery } from "./hub/change-delivery.ts";
import { channelStates } from "./hub/channel-states.ts";
import { deliveries, delivery } from "./hub/deliveries.ts";
import { addDevice, listDevices, testDevice } from "./hub/devices.ts";
import { createLinkCode } from "./hub/link-codes.ts";
import { linkChat, listLinks, rankLink, removeLink } from "./hub/links.ts";
import { listConversations } from "./hub/list-conversations.ts";
import { reachable } from "./hub/reachable.ts";
import { send } from "./hub/send.ts";
import { separate } from "./hub/separate.ts";
import {
  listSubscriptions,
  removeSubscription,
  rotateSubscription,
  setSubscription,
  testSubscription,
} from "./hub/subscriptions.ts";
import { testRoute } from "./hub/test-route.ts";
import { assign, assignees, unassign } from "./inbox/assign.ts";
import { claim, release } from "./inbox/claim.ts";
import { list, show } from "./inbox/list-requests.ts";
import { repliesOf, setReplies } from "./inbox/saved-replies.ts";
import { snooze } from "./inbox/snooze.ts";
import { haltAgent, listAgents, resumeAgent } from "./keys/agents.ts";
import { createKey } from "./keys/create-key.ts";
import { listKeys, revokeKey } from "./keys/keys.ts";
import { rotateKey } from "./keys/rotate-key.ts";
import { tieAgent } from "./keys/tie-agent.ts";
import { beginConversation } from "./liaison/begin-conversation.ts";
import { continueConversation } from "./liaison/continue-conversation.ts";
import { listLiaisons, showLiaison } from "./liaison/list-liaisons.ts";
import { exportFitness, fitness, liaisonReport, listDoubtfulFeedback } from "./liaison/measure.ts";
import { graphOf, queryGraph } from "./liaison/query-graph.ts";
import { readAttachment } from "./liaison/read-attachment.ts";
import { taskCompleted, taskProgress } from "./liaison/report-task.ts";
import { shareLiaison } from "./liaison/share-liaison.ts";
import { taskEvents } from "./liaison/task-events.ts";
import { withdrawFeedback } from "./liaison/withdraw-feedback.ts";
import { acceptRecord, recordState } from "./log/accept-record.ts";
import { exportAudit, verifyAudit } from "./log/audit.ts";
import { recordToolCall } from "./log/record-tool-call.ts";
import { sealLog } from "./log/seal-log.ts";
import { lastEvent, subscribe } from "./log/subscribe.ts";
import { listMemory, memoryVersions, readMemory, searchMemory } from "./memory/read-memory.ts";
import { deleteMemory, restoreMemory, writeMemory } from "./memory/write-memory.ts";
import { addOperator } from "./people/operators.ts";
import { removeOperator } from "./people/remove-operator.ts";
import { createSignInLink } from "./people/sign-in-links.ts";
import { listWebSessions, revokeWebSession, signOut } from "./people/web-sessions.ts";
import {
  applyPolicyToTests,
  noteSeenWithTests,
  noteSentWithTests,
  orTest,
  orTestAlone,
  permitOrTest,
  previewPermissionOrTest,
} from "./planted/acts.ts";
import { inboxItemWithTests, inboxWithTests, insightsWithTests } from "./planted/in-inbox.ts";
import { policy, testPolicy } from "./policy/apply-policy.ts";
import { dryRunPolicy } from "./policy/dry-run-policy.ts";
import { explainRequest } from "./policy/explain-request.ts";
import { listPermissions, revokePermission } from "./policy/permissions.ts";
import { policyCoverage } from "./policy/policy-coverage.ts";
import { blamePolicy, diffPolicies, policyLog, policyRevision } from "./policy/policy-history.ts";
import { whatOneCanDo } from "./policy/reach-alone.ts";
import { answer } from "./requests/answer.ts";
import { ask } from "./requests/ask.ts";
import { answerBack, askBack } from "./requests/ask-back.ts";
import { cancel } from "./requests/cancel.ts";
import { undo } from "./requests/hold.ts";
import { acknowledge, mailbox } from "./requests/mailbox.ts";
import { shouldIAsk } from "./requests/should-i-ask.ts";
import { showConversation, showMessage, startConversation, tell } from "./requests/tell.ts";
import { readFile, uploadFile } from "./requests/upload-file.ts";
import { wait, waitMany } from "./requests/wait.ts";
import { earlierAnswers } from "./review/earlier-answers.ts";
import { listReview } from "./review/list-review.ts";
import { reviewRequest } from "./review/review-request.ts";
import { runReview } from "./review/run-review.ts";
import { listAgentProfiles, registerAgent } from "./sessions/agent-profiles.ts";
import { askInSession } from "./sessions/ask-in-session.ts";
import { authorizeInSession } from "./sessions/authorize-in-session.ts";
import { beginSession } from "./sessions/begin-session.ts";
import { cancelSession } from "./sessions/cancel-session.ts";
import { claimSession } from "./sessions/claim-session.ts";
import { endSession } from "./sessions/end-session.ts";
import { renewSession, watchSession } from "./sessions/keep-claim.ts";
import { exportSessions, importSessions } from "./sessions/ledger.ts";
import { listSessions, sessionEntries, showSession } from "./sessions/list-sessions.ts";
import { postInSession } from "./sessions/post-in-session.ts";
import { recordEntries } from "./sessions/record-entries.ts";
import { resumeSession } from "./sessions/resume-session.ts";
import { listRuns, runReport, showRun } from "./sessions/runs.ts";
import { recordSkillRead, skillUse } from "./sessions/skills.ts";
import { startSession } from "./sessions/start-session.ts";
import { acceptInvitation } from "./sign-in/invitations.ts";
import { passkeyProof } from "./sign-in/passkey-proof.ts";
import { passkeyStepUp } from "./sign-in/passkey-step-up.ts";
import { addPasskey, listPasskeys, passkeyCreation, removePasskey } from "./sign-in/passkeys.ts";
import { setPassphrase } from "./sign-in/passphrase.ts";
import { traceCalls } from "./trace-calls.ts";
import { acceptClock, clock } from "./upkeep/clock.ts";
import { status } from "./upkeep/status.ts";
import { changeSigners } from "./votes/change-signers.ts";
import { listSigners, signerChain } from "./votes/list-signers.ts";
import { beginStatement } from "./votes/nonces.ts";

/** Use cases that take their input alone. */
const INPUT_ALONE = {
  whoami,
  list,
  show,
  readFile,
  showEvidence,
  explainRequest: orTestAlone(explainRequest),
  mailbox,
  status,
  clock,
  listConversations,
  showConversation,
  showMessage,
  readMemory,
  listMemory,
  searchMemory,
  memoryVersions,
  lastEvent,
  listKeys,
  recordState,
  verifyAudit,
  proveAction: orTestAlone(proveAction),
  exportAudit,
  previewEdit: orTestAlone(previewEdit),
  offerTools,
  dryRunPolicy,
  policy,
  testPolicy,
  policyCoverage,
  policyLog,
  policyRevision,
  diffPolicies,
  blamePolicy,
  reachAlone: whatOneCanDo,
  previewRejection: orTestAlone(previewRejection),
  previewPermission: previewPermissionOrTest,
  listPermissions,
  grantKeys,
  inbox: inboxWithTests,
  insights: insightsWithTests,
  listAgents,
  showLiaison,
  readAttachment,
  listLiaisons,
  listDoubtfulFeedback,
  liaisonReport,
  fitness,
  exportFitness,
  graphOf,
  queryGraph,
  createEndUserToken,
  listOperators,
  listWebSessions,
  listPasskeys,
  reachable,
  deliveries,
  delivery,
  testRoute,
  listLinks,
  listSubscriptions,
  listDevices,
  readNotice,
  attention: attentionOf,
  replies: repliesOf,
  assignees: orTestAlone(assignees),
  channels: channelStates,
  listSessions,
  showSession,
  exportSessions,
  importSessions,
  listAgentProfiles,
  registerAgent,
  renewSession,
  recordEntries,
  askInSession,
  authorizeInSession,
  postInSession,
  endSession,
  skillUse,
  listReview,
  runReview,
  earlierAnswers,
  shouldIAsk,
  listRuns,
  showRun,
  runReport,
  listSigners,
  signerChain,
};

/** Use cases with options beside the input: a key against doing it twice, or a signal that ends a wait. */
const WITH_OPTIONS = {
  ask,
  inboxItem: inboxItemWithTests,

  wait,
  waitMany,
  cancel,
  answer,
  uploadFile,
  acknowledge,
  tell,
  startConversation,
  writeMemory,
  deleteMemory,
  restoreMemory,
  recordToolCall,
  events: subscribe,
  createKey,
  acceptInvitation,
  revokeKey,
  rotateKey,
  authorize,
  approve: orTest(approve, "missed"),
  reject: orTest(reject, "caught"),
  respond: orTest(respond, "caught"),
  askBack: orTest(askBack, "caught"),
  answerBack,
  revoke,
  collect,
  redeem,
  pinTool,
  applyPolicy: applyPolicyToTests,
  permit: permitOrTest,
  revokePermission,
  setPassphrase,
  rotateGrantKey,
  sealLog,
  acceptRecord,
  erase,
  eraseMatter,
  noteSent: noteSentWithTests,
  noteSeen: noteSeenWithTests,
  undo,
  assign: orTest(assign),
  unassign: orTest(unassign),
  claim: orTest(claim),
  release: orTest(release),
  separate: orTest(separate),
  snooze: orTest(snooze),
  haltAgent,
  resumeAgent,
  tieAgent,
  beginConversation,
  continueConversation,
  taskProgress,
  taskCompleted,
  begin_conversation: beginConversation,
  continue_conversation: continueConversation,
  task_completed: taskCompleted,
  taskEvents,
  shareLiaison,
  withdrawFeedback,
  eraseLiaison,
  addOperator,
  removeOperator,
  createSignInLink,
  revokeWebSession,
  signOut,
  passkeyCreation,
  passkeyProof,
  addPasskey,
  removePasskey,
  passkeyStepUp,
  send,
  resendDelivery,
  setSubscription,
  rotateSubscription,
  removeSubscription,
  testSubscription,
  addDevice,
  testDevice,
  pressNotice,
  dropDelivery,
  createLinkCode,
  linkChat,
  rankLink,
  removeLink,
  setAttention,
  setReplies,
  startSession,
  sessionEntries,
  beginSession,
  resumeSession,
  cancelSession,
  claimSession,
  watchSession,
  recordSkillRead,
  review: reviewRequest,
  acceptClock,
  beginStatement,
  changeSigners,
};

/** Earshot in process, as one caller sees it. */
export function createEarshot(given: Context, caller: Caller): Earshot {
  const ctx = byCaller(given, caller);
  const earshot: Earshot = {
    ...bindInputAlone(INPUT_ALONE, ctx, caller),
    ...bindWithOptions(WITH_OPTIONS, ctx, caller),
  };
  const { endUser } = caller;
  const allowed = endUser === undefined ? earshot : forEndUsers(earshot, { ...caller, endUser });
  return ctx.traces.isOn ? traceCalls(ctx, caller, allowed) : allowed;
}

async function whoami(_: Context, caller: Caller): Promise<Whoami> {
  const { principal, rights, holdMs, unattended } = caller;
  return { principal, rights: [...rights], ...present({ holdMs, unattended }) };
}
