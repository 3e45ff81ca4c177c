import type { CallOptions } from "../ports/earshot/call.ts";
import type { Review } from "../ports/earshot/review.ts";
import type { Sessions } from "../ports/earshot/sessions.ts";
import type { NamedCall } from "./people-calls.ts";

/** Sessions of agents, but for their ledger, which is a stream. */
export function sessionCalls(call: NamedCall): Omit<Sessions<CallOptions>, "exportSessions"> {
  return {
    startSession: call("startSession"),
    listSessions: call("listSessions"),
    showSession: call("showSession"),
    sessionEntries: call("sessionEntries"),
    beginSession: call("beginSession"),
    resumeSession: call("resumeSession"),
    cancelSession: call("cancelSession"),
    importSessions: call("importSessions"),
    listAgentProfiles: call("listAgentProfiles"),
    registerAgent: call("registerAgent"),
    claimSession: call("claimSession"),
    renewSession: call("renewSession"),
    watchSession: call("watchSession"),
    recordEntries: call("recordEntries"),
    askInSession: call("askInSession"),
    authorizeInSession: call("authorizeInSession"),
    postInSession: call("postInSession"),
    endSession: call("endSession"),
    recordSkillRead: call("recordSkillRead"),
    skillUse: call("skillUse"),
  };
}

/** What is done about requests that nobody answers. */
export function reviewCalls(call: NamedCall): Review<CallOptions> {
  return {
    listReview: call("listReview"),
    review: call("review"),
    runReview: call("runReview"),
    earlierAnswers: call("earlierAnswers"),
  };
}
