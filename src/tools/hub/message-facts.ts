import { MESSAGE_TOOL } from "../../domain/hub/reachable.ts";

/** Facts that are the same for the tool in each of its sets. */
export const MESSAGE_FACTS = {
  name: MESSAGE_TOOL,
  title: "Send a message",
  description:
    "Sends a message to a person or chat on any channel and returns at once, saying that it is queued. Delivery follows by itself, over restarts, and is tried again where it fails; the call does not wait for it and brings no answer. Use it to tell people of progress or a result, in the chat that you are in, in another one that is linked to this workspace, or to an operator. A name that reaches nobody is refused with those that can be reached. To have an answer, ask a question instead. What people reply in words approves nothing.",
  rights: ["tell"],
  annotations: { readOnly: false, repeatable: true, destructive: false, openWorld: true },
} as const;
