import type { Caller } from "../domain/people/principal.ts";
import type { CallOptions } from "../ports/earshot/earshot.ts";
import type { Inbox } from "../ports/earshot/inbox.ts";
import { haltAgent, listAgents, resumeAgent } from "./agents.ts";
import { claim, release } from "./claims.ts";
import type { Context } from "./context.ts";
import { noteSeen, noteSent } from "./deliveries.ts";
import { separate } from "./hub/separate.ts";
import { inbox } from "./inbox.ts";
import { inboxItem } from "./inbox-item.ts";
import { insights } from "./insights.ts";
import { snooze } from "./snoozes.ts";

/** What operators do in their inbox, for one caller. */
export function createInbox(ctx: Context, caller: Caller): Inbox<CallOptions> {
  return {
    inbox: (input) => inbox(ctx, caller, input),
    inboxItem: ({ id }) => inboxItem(ctx, caller, id),
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
