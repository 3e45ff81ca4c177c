import type { CallOptions } from "../ports/earshot/call.ts";
import type { LiaisonDoor } from "../ports/earshot/liaison.ts";
import type { NamedCall } from "./people-calls.ts";

/** Conversations of the liaison, but for what is a stream. */
export function liaisonCalls(
  call: NamedCall,
): Omit<LiaisonDoor<CallOptions>, "taskEvents" | "exportFitness"> {
  return {
    beginConversation: call("beginConversation"),
    continueConversation: call("continueConversation"),
    taskProgress: call("taskProgress"),
    taskCompleted: call("taskCompleted"),
    showLiaison: call("showLiaison"),
    listLiaisons: call("listLiaisons"),
    liaisonReport: call("liaisonReport"),
    fitness: call("fitness"),
    graphOf: call("graphOf"),
    queryGraph: call("queryGraph"),
    eraseLiaison: call("eraseLiaison"),
  };
}
