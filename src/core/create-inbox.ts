import type { Caller } from "../domain/people/principal.ts";
import type { CallOptions } from "../ports/earshot/call.ts";
import type { Inbox } from "../ports/earshot/inbox.ts";
import type { Context } from "./call/context.ts";
import { separate } from "./hub/separate.ts";
import { claim, release } from "./inbox/claim.ts";
import { inbox } from "./inbox/inbox.ts";
import { inboxItem } from "./inbox/inbox-item.ts";
import { insights } from "./inbox/insights.ts";
import { noteSeen, noteSent } from "./inbox/note-seen.ts";
import { snooze } from "./inbox/snooze.ts";
import { haltAgent, listAgents, resumeAgent } from "./keys/agents.ts";

/** What operators do in their inbox, for one caller. */
export function createInbox(ctx: Context, caller: Caller): Inbox<CallOptions> {
  return {
    inbox: (input) => inbox(ctx, caller, input),
    inboxItem: (input, options) => inboxItem(ctx, caller, { input, options }),
    noteSent: (input, options) => noteSent(ctx, caller, { input, options }),
    noteSeen: (input, options) => noteSeen(ctx, caller, { input, options }),
    claim: (input, options) => claim(ctx, caller, { input, options }),
    release: (input, options) => release(ctx, caller, { input, options }),
    separate: (input, options) => separate(ctx, caller, { input, options }),
    snooze: (input, options) => snooze(ctx, caller, { input, options }),
    insights: (input) => insights(ctx, caller, input),
    listAgents: () => listAgents(ctx, caller),
    haltAgent: (input, options) => haltAgent(ctx, caller, { input, options }),
    resumeAgent: (input, options) => resumeAgent(ctx, caller, { input, options }),
  };
}
