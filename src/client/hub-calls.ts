import type { CallOptions } from "../ports/earshot/call.ts";
import type { Hub } from "../ports/earshot/hub.ts";
import type { NamedCall } from "./people-calls.ts";

/** How messages and requests reach people on other platforms. */
export function hubCalls(call: NamedCall): Hub<CallOptions> {
  return {
    send: call("send"),
    reachable: call("reachable"),
    deliveries: call("deliveries"),
    delivery: call("delivery"),
    resendDelivery: call("resendDelivery"),
    dropDelivery: call("dropDelivery"),
    testRoute: call("testRoute"),
    createLinkCode: call("createLinkCode"),
    linkChat: call("linkChat"),
    listLinks: call("listLinks"),
    rankLink: call("rankLink"),
    removeLink: call("removeLink"),
    setAttention: call("setAttention"),
    attention: call("attention"),
    channels: call("channels"),
  };
}
