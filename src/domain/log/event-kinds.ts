import type { EventType } from "./event-types.ts";

interface EventKind {
  /** Machines that watch the log rely on it: it never changes and is never given to another type. */
  readonly code: string;
  readonly meaning: string;
}

/**
 * Everything that the log can say; pinned, since readers of the log and of the stream depend on it.
 * Codes begin with EAR1 for workspaces, principals and keys, EAR2 for requests, EAR3 for grants and
 * policy, EAR4 for conversations and mailboxes, EAR5 for memory and tools, EAR6 for the log itself, EAR7
 * for sessions, EAR80 for conversations of the liaison and EAR81 for tasks.
 */
export const EVENTS = {
  "workspace.created": { code: "EAR1001", meaning: "a workspace was founded" },
  "principal.created": {
    code: "EAR1002",
    meaning: "an agent, a person or a service was made known",
  },
  "key.created": { code: "EAR1003", meaning: "a key was made" },
  "key.revoked": { code: "EAR1004", meaning: "a key was revoked" },
  "passphrase.set": {
    code: "EAR1005",
    meaning: "a person set the passphrase that proves again who they are",
  },
  "passphrase.refused": { code: "EAR1006", meaning: "a wrong passphrase was given" },
  "sign_in_link.created": { code: "EAR1007", meaning: "a one-time sign-in link was made" },
  "web_session.started": { code: "EAR1008", meaning: "an operator signed in with a browser" },
  "web_session.ended": {
    code: "EAR1009",
    meaning: "an operator signed out, or a restore or a loss ended it",
  },
  "web_session.revoked": {
    code: "EAR1010",
    meaning: "a web session was revoked, and its votes with it",
  },
  "passkey.added": { code: "EAR1011", meaning: "an operator registered a passkey" },
  "passkey.removed": { code: "EAR1012", meaning: "a passkey was removed" },
  "passkey.refused": { code: "EAR1013", meaning: "a passkey did not prove what it had to" },
  "operator.removed": {
    code: "EAR1014",
    meaning: "an operator lost every key, web session, link and passkey",
  },
  "agent.halted": { code: "EAR1015", meaning: "an agent was halted: nothing of it is served" },
  "agent.resumed": { code: "EAR1016", meaning: "a halted agent is served again" },
  "channel.linked": {
    code: "EAR1017",
    meaning: "an account or a chat of a channel was linked",
  },
  "channel.unlinked": { code: "EAR1018", meaning: "a link to a channel was removed" },
  "attention.changed": {
    code: "EAR1019",
    meaning: "an operator said when they want to be interrupted",
  },
  "subscription.set": {
    code: "EAR1030",
    meaning: "an agent is called when its requests close, or where was changed",
  },
  "subscription.rotated": {
    code: "EAR1031",
    meaning: "the secret that signs an agent's calls was replaced",
  },
  "subscription.removed": {
    code: "EAR1032",
    meaning: "an agent is called no more when its requests close",
  },
  "replies.changed": {
    code: "EAR1033",
    meaning: "an operator saved what they often reply",
  },
  "channel.unheard": {
    code: "EAR1020",
    meaning: "what people do on a channel has not been heard for half a minute",
  },
  "channel.heard": { code: "EAR1021", meaning: "a channel is heard again, or by another node" },
  "invitation.created": {
    code: "EAR1022",
    meaning: "a person was invited to make a key of their own",
  },
  "invitation.accepted": {
    code: "EAR1023",
    meaning: "an invited person made their own key or signed in, which ended the invitation",
  },
  "key.rotated": {
    code: "EAR1024",
    meaning: "a key was replaced by a new one, and ends at the time that is named",
  },
  "agent.tied": {
    code: "EAR1029",
    meaning: "somebody said whose tokens an agent comes by, and the log says whose",
  },
  "signer.stated": {
    code: "EAR1034",
    meaning: "a person signed who may sign, which counts once others have signed it too",
  },
  "signer.added": {
    code: "EAR1035",
    meaning: "a person has a signer",
  },
  "signer.ended": { code: "EAR1036", meaning: "a signer of a person has ended" },
  "signer.owner_changed": {
    code: "EAR1037",
    meaning: "who says who may sign has changed",
  },
  "request.created": { code: "EAR2001", meaning: "a person was asked" },
  "request.answered": { code: "EAR2002", meaning: "the first valid answer was given" },
  "request.answered_late": {
    code: "EAR2003",
    meaning: "an answer came after the request had closed; its text is a message",
  },
  "request.cancelled": { code: "EAR2004", meaning: "the request was taken back" },
  "request.expired": { code: "EAR2005", meaning: "the request's time ran out" },
  "request.approval_voted": { code: "EAR2006", meaning: "a person approved, and more have to" },
  "request.approved": {
    code: "EAR2007",
    meaning: "the action may run: people, a standing permission or a rule said yes",
  },
  "request.rejected": {
    code: "EAR2008",
    meaning: "the action may not run: a person or a rule said no",
  },
  "request.decision_refused": {
    code: "EAR2009",
    meaning: "somebody tried to decide who may not, or not so",
  },
  "request.erased": {
    code: "EAR2010",
    meaning: "the content of a request was erased; its digests stay",
  },
  "request.claimed": { code: "EAR2011", meaning: "an operator took the request on" },
  "test.ended": {
    code: "EAR2045",
    meaning: "what a person was shown was a planted test request, which is over; nothing could run",
  },
  "request.assigned": {
    code: "EAR2040",
    meaning: "an operator gave the request to another; whoever could decide it still can",
  },
  "request.unassigned": { code: "EAR2041", meaning: "the request is nobody's in particular again" },
  "request.decision_held": {
    code: "EAR2042",
    meaning: "a person decided, and can take it back for a moment; its agent is not told yet",
  },
  "request.decision_undone": {
    code: "EAR2043",
    meaning: "a person took back what they had decided a moment before",
  },
  "request.decision_dropped": {
    code: "EAR2044",
    meaning: "a held decision could not be made any more when it was to be sent",
  },
  "request.released": { code: "EAR2012", meaning: "an operator gave the request back" },
  "request.snoozed": {
    code: "EAR2013",
    meaning: "an operator put the request off in their own inbox; its time runs on",
  },
  "request.undeliverable": {
    code: "EAR2014",
    meaning: "nobody could be reached on any channel; the request can still be answered",
  },
  "request.shared": {
    code: "EAR2015",
    meaning: "the same question of another agent is open: people are asked once",
  },
  "request.separated": {
    code: "EAR2024",
    meaning: "it was taken out of those that share an answer: people are asked for it itself",
  },
  "request.reminded": { code: "EAR2016", meaning: "the review had people reminded of it" },
  "request.rerouted": { code: "EAR2017", meaning: "the review had other people asked" },
  "request.escalated": { code: "EAR2018", meaning: "the review took it to the owners" },
  "request.abandoned": {
    code: "EAR2019",
    meaning: "the review gave it up: nobody waits for an answer any more",
  },
  "request.assumed": {
    code: "EAR2020",
    meaning: "the review let the agent go on, on an assumption that is recorded",
  },
  "request.kept": { code: "EAR2021", meaning: "the review left it open" },
  "request.answered_by_permission": {
    code: "EAR2022",
    meaning: "a standing permission gave the answer that a person had given before",
  },
  "request.demand_changed": {
    code: "EAR2023",
    meaning: "a new policy wants something else before the action may run",
  },
  "request.vote_revoked": {
    code: "EAR2025",
    meaning: "a person took their approval back before there were enough",
  },
  "request.revoked": {
    code: "EAR2026",
    meaning: "an approval that was not used was taken back: the action may not run",
  },
  "request.edited": {
    code: "EAR2027",
    meaning: "a person changed the arguments, and others have to approve them",
  },
  "request.responded": {
    code: "EAR2028",
    meaning: "a person answered in place of the tool: the action may not run",
  },
  "request.asked_back": {
    code: "EAR2029",
    meaning: "a person asked the agent something before they decide; the request stays open",
  },
  "request.answered_back": {
    code: "EAR2030",
    meaning: "the agent answered what a person had asked it; the request stays open",
  },
  "grant.minted": {
    code: "EAR3001",
    meaning: "an agent collected its approval: a grant for one digest",
  },
  "grant.redeemed": {
    code: "EAR3002",
    meaning: "a grant was used up: the action it carries may run now, once",
  },
  "grant.refused": {
    code: "EAR3003",
    meaning: "a grant was presented that is not good for what was about to run",
  },
  "grant_key.rotated": {
    code: "EAR3004",
    meaning: "grants and checkpoints are signed with a new key",
  },
  "policy.changed": { code: "EAR3005", meaning: "another policy is in force" },
  "permission.given": { code: "EAR3006", meaning: "a person gave a standing permission" },
  "permission.used": { code: "EAR3007", meaning: "a standing permission approved an action" },
  "permission.erased": {
    code: "EAR3011",
    meaning: "names and arguments were erased from a permission that is good no more",
  },
  "permission.revoked": { code: "EAR3008", meaning: "a standing permission was taken back" },
  "grant.voided": {
    code: "EAR3009",
    meaning:
      "an approval was made void: it may have been used after the backup, or in what was lost",
  },
  "tool.pinned": {
    code: "EAR3010",
    meaning: "a person took a tool that has changed as the known one",
  },
  "tools.offered": {
    code: "EAR3012",
    meaning:
      "a server's tools were listed to an agent, for the first time or other ones than before",
  },
  "conversation.created": { code: "EAR4001", meaning: "a conversation was opened" },
  "message.created": { code: "EAR4002", meaning: "something was said that needs no answer" },
  "message.held": {
    code: "EAR4010",
    meaning: "somebody said what may answer several questions, and is asked which",
  },
  "message.erased": { code: "EAR4006", meaning: "the text of a message was erased" },
  "mailbox.acknowledged": {
    code: "EAR4003",
    meaning: "an agent has taken note of an answer or a message",
  },
  "delivery.sent": {
    code: "EAR4004",
    meaning: "the item was shown in an operator's inbox, or taken by a platform",
  },
  "delivery.seen": { code: "EAR4005", meaning: "an operator opened the request or reacted to it" },
  "delivery.failed": {
    code: "EAR4007",
    meaning: "a delivery was given up: it is among the dead letters",
  },
  "delivery.resent": { code: "EAR4008", meaning: "a person had a failed delivery tried again" },
  "delivery.dropped": { code: "EAR4009", meaning: "a person gave a delivery up" },
  "memory.written": { code: "EAR5001", meaning: "a memory entry got a value" },
  "memory.deleted": {
    code: "EAR5002",
    meaning: "a memory entry was deleted; its earlier versions are kept",
  },
  "memory.restored": {
    code: "EAR5003",
    meaning: "an earlier version of a memory entry was written again as the newest",
  },
  "memory.erased": {
    code: "EAR5008",
    meaning: "a memory entry was erased with all its versions",
  },
  "tool.succeeded": { code: "EAR5004", meaning: "a tool that an agent had called did its work" },
  "tool.failed": { code: "EAR5005", meaning: "a tool that an agent had called failed" },
  "skill.read": { code: "EAR5006", meaning: "an agent read one of its skills" },
  "skills.counted": {
    code: "EAR5007",
    meaning: "it was counted which skills an agent has read in a day",
  },
  "log.sealed": { code: "EAR6001", meaning: "a checkpoint over the log was signed" },
  "log.restored": {
    code: "EAR6002",
    meaning: "the log was restored from a backup; what followed there is not in it",
  },
  "log.went_back": {
    code: "EAR6004",
    meaning: "the log had lost what was committed: nothing is redeemed until a person accepts it",
  },
  "log.accepted": {
    code: "EAR6005",
    meaning: "a person accepted the record after it went back: approvals can be used again",
  },
  "matter.erased": {
    code: "EAR6003",
    meaning: "what the record held about a person or a case was erased",
  },
  "clock.went_back": {
    code: "EAR6006",
    meaning:
      "the system's clock is behind the log; time goes on by itself until that has caught up",
  },
  "clock.jumped": {
    code: "EAR6007",
    meaning:
      "the system's clock had jumped ahead: a person accepted its time, or it came back by itself",
  },
  "session.created": { code: "EAR7001", meaning: "a session of an agent was queued" },
  "session.started": { code: "EAR7002", meaning: "a host took a session up" },
  "session.released": { code: "EAR7003", meaning: "a host gave a session back to be taken up" },
  "session.paused": { code: "EAR7004", meaning: "a session ended to wait for a person" },
  "session.completed": { code: "EAR7005", meaning: "a session came to its end" },
  "session.failed": { code: "EAR7006", meaning: "a session failed" },
  "session.cancelled": { code: "EAR7007", meaning: "a session was ended before it was done" },
  "session.imported": { code: "EAR7008", meaning: "a session was taken in from another ledger" },
  "session.erased": { code: "EAR7009", meaning: "what was said and done in a session was erased" },
  "session.begun": {
    code: "EAR7013",
    meaning: "a person had an order carried out that was found in the history of a chat",
  },
  "session.adopted": {
    code: "EAR7010",
    meaning: "a marked question on a platform that the store did not know was taken over",
  },
  "agent.registered": {
    code: "EAR7011",
    meaning: "a host made known what starts sessions of an agent",
  },
  "session.cancel_asked": {
    code: "EAR7012",
    meaning: "a person wants a session to end on which a host is at work",
  },
  "liaison.begun": { code: "EAR8001", meaning: "a person began a conversation with the liaison" },
  "liaison.said": { code: "EAR8002", meaning: "a person said something to the liaison" },
  "liaison.replied": { code: "EAR8003", meaning: "the liaison replied" },
  "liaison.moved": {
    code: "EAR8004",
    meaning: "a conversation of the liaison is in another phase",
  },
  "liaison.erased": {
    code: "EAR8005",
    meaning: "what was said in a conversation of the liaison was erased",
  },
  "liaison.shared": {
    code: "EAR8006",
    meaning: "a person said who else may read their conversation with the liaison",
  },
  "task.created": { code: "EAR8101", meaning: "a task was specified well enough to begin" },
  "task.updated": { code: "EAR8102", meaning: "the specification of a task has changed" },
  "task.taken": { code: "EAR8103", meaning: "an agent does a task that named nobody" },
  "task.progressed": { code: "EAR8104", meaning: "a worker told how far a task is" },
  "task.completed": { code: "EAR8105", meaning: "a worker is done with a task" },
  "task.feedback_received": {
    code: "EAR8106",
    meaning: "a person said what they think of what came of a task",
  },
  "task.feedback_withdrawn": {
    code: "EAR8108",
    meaning: "a reading of what a person thinks was wrong and was taken back",
  },
  "task.question_asked": {
    code: "EAR8109",
    meaning: "a person asks what only the worker of a task can answer",
  },
  "task.question_answered": {
    code: "EAR8110",
    meaning: "the worker of a task has answered a person's question",
  },
  "task.withdrawn": { code: "EAR8107", meaning: "a person does not want a task any more" },
} as const satisfies Readonly<Record<EventType, EventKind>>;
