import type { Caller } from "../../domain/people/principal.ts";
import type { CallOptions } from "../../ports/earshot/call.ts";
import type { Hub } from "../../ports/earshot/hub.ts";
import type { Context } from "../call/context.ts";
import { attentionOf, setAttention } from "./attention.ts";
import { dropDelivery, resendDelivery } from "./change-delivery.ts";
import { channelStates } from "./channel-states.ts";
import { deliveries, delivery } from "./deliveries.ts";
import { createLinkCode } from "./link-codes.ts";
import { linkChat, listLinks, rankLink, removeLink } from "./links.ts";
import { reachable } from "./reachable.ts";
import { send } from "./send.ts";
import { testRoute } from "./test-route.ts";

export function createHub(ctx: Context, caller: Caller): Hub<CallOptions> {
  return {
    send: (input, options) => send(ctx, caller, { input, options }),
    reachable: () => reachable(ctx, caller),
    deliveries: (input) => deliveries(ctx, caller, input),
    delivery: ({ id }) => delivery(ctx, caller, id),
    resendDelivery: (input, options) => resendDelivery(ctx, caller, { input, options }),
    dropDelivery: (input, options) => dropDelivery(ctx, caller, { input, options }),
    testRoute: (input) => testRoute(ctx, caller, input),
    createLinkCode: (input, options) => createLinkCode(ctx, caller, { input, options }),
    linkChat: (input, options) => linkChat(ctx, caller, { input, options }),
    listLinks: () => listLinks(ctx, caller),
    rankLink: (input, options) => rankLink(ctx, caller, { input, options }),
    removeLink: (input, options) => removeLink(ctx, caller, { input, options }),
    setAttention: (input, options) => setAttention(ctx, caller, { input, options }),
    attention: () => attentionOf(ctx, caller),
    channels: () => channelStates(ctx, caller),
  };
}
