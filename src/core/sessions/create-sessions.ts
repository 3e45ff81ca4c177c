import type { Caller } from "../../domain/people/principal.ts";
import type { CallOptions } from "../../ports/earshot/call.ts";
import type { Sessions } from "../../ports/earshot/sessions.ts";
import type { Context } from "../call/context.ts";
import { listAgentProfiles, registerAgent } from "./agent-profiles.ts";
import { askInSession } from "./ask-in-session.ts";
import { authorizeInSession } from "./authorize-in-session.ts";
import { beginSession } from "./begin-session.ts";
import { cancelSession } from "./cancel-session.ts";
import { claimSession } from "./claim-session.ts";
import { endSession } from "./end-session.ts";
import { renewSession, watchSession } from "./keep-claim.ts";
import { exportSessions, importSessions } from "./ledger.ts";
import { listSessions, sessionEntries, showSession } from "./list-sessions.ts";
import { postInSession } from "./post-in-session.ts";
import { recordEntries } from "./record-entries.ts";
import { resumeSession } from "./resume-session.ts";
import { recordSkillRead, skillUse } from "./skills.ts";
import { startSession } from "./start-session.ts";

export function createSessions(ctx: Context, caller: Caller): Sessions<CallOptions> {
  return {
    startSession: (input, options) => startSession(ctx, caller, { input, options }),
    listSessions: (input) => listSessions(ctx, caller, input),
    showSession: ({ id }) => showSession(ctx, caller, id),
    sessionEntries: (input, options) => sessionEntries(ctx, caller, { input, options }),
    beginSession: (input, options) => beginSession(ctx, caller, { input, options }),
    resumeSession: (input, options) => resumeSession(ctx, caller, { input, options }),
    cancelSession: (input, options) => cancelSession(ctx, caller, { input, options }),
    exportSessions: (input) => exportSessions(ctx, caller, input),
    importSessions: (input) => importSessions(ctx, caller, input),
    listAgentProfiles: () => listAgentProfiles(ctx, caller),
    registerAgent: (input) => registerAgent(ctx, caller, input),
    claimSession: (input, options) => claimSession(ctx, caller, { input, options }),
    renewSession: (input) => renewSession(ctx, caller, input),
    watchSession: (input, options) => watchSession(ctx, caller, { input, options }),
    recordEntries: (input) => recordEntries(ctx, caller, input),
    askInSession: (input) => askInSession(ctx, caller, input),
    authorizeInSession: (input) => authorizeInSession(ctx, caller, input),
    postInSession: (input) => postInSession(ctx, caller, input),
    endSession: (input) => endSession(ctx, caller, input),
    recordSkillRead: (input, options) => recordSkillRead(ctx, caller, { input, options }),
    skillUse: (input) => skillUse(ctx, caller, input),
  };
}
