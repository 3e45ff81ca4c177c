import type { Caller } from "../domain/people/principal.ts";
import type { CallOptions } from "../ports/earshot/call.ts";
import type { LiaisonDoor } from "../ports/earshot/liaison.ts";
import type { Context } from "./call/context.ts";
import { eraseLiaison } from "./erasure/erase-liaison.ts";
import { beginConversation } from "./liaison/begin-conversation.ts";
import { continueConversation } from "./liaison/continue-conversation.ts";
import { listLiaisons, showLiaison } from "./liaison/list-liaisons.ts";
import { exportFitness, fitness, liaisonReport } from "./liaison/measure.ts";
import { graphOf, queryGraph } from "./liaison/query-graph.ts";
import { taskCompleted, taskProgress } from "./liaison/report-task.ts";
import { taskEvents } from "./liaison/task-events.ts";

export function createLiaison(ctx: Context, caller: Caller): LiaisonDoor<CallOptions> {
  return {
    beginConversation: (input, options) => beginConversation(ctx, caller, { input, options }),
    continueConversation: (input, options) => continueConversation(ctx, caller, { input, options }),
    taskProgress: (input, options) => taskProgress(ctx, caller, { input, options }),
    taskCompleted: (input, options) => taskCompleted(ctx, caller, { input, options }),
    showLiaison: ({ conversation_id: id }) => showLiaison(ctx, caller, id),
    listLiaisons: (input) => listLiaisons(ctx, caller, input),
    taskEvents: (input, options) => taskEvents(ctx, caller, { input, signal: options?.signal }),
    liaisonReport: () => liaisonReport(ctx, caller),
    fitness: (input) => fitness(ctx, caller, input),
    exportFitness: (input) => exportFitness(ctx, caller, input),
    graphOf: ({ conversation_id: id }) => graphOf(ctx, caller, id),
    queryGraph: (input) => queryGraph(ctx, caller, input),
    eraseLiaison: (input, options) => eraseLiaison(ctx, caller, { input, options }),
  };
}
