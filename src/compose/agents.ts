import { asAgent } from "../core/as-agent.ts";
import type { Context } from "../core/call/context.ts";
import { present } from "../domain/present.ts";
import { type HostedAgent, hostedAgent } from "../host/agents/hosted-agent.ts";
import type { AgentDefinition } from "../host/agents/read-agent.ts";
import { limitsOf, runtimeOf } from "../host/agents/runtime-of.ts";
import { createCommandRunner } from "../host/sessions/child/command-runner.ts";
import { createModelRunner } from "../host/sessions/create-model-runner.ts";
import type { SessionRunner } from "../host/sessions/runner.ts";
import { createModel } from "../model/create-model.ts";
import type { Earshot } from "../ports/earshot/earshot.ts";
import { systemClock } from "../system/clock.ts";
import { digest } from "../system/digest.ts";
import { checkSchema } from "../system/schema-check.ts";
import { recordToolCalls } from "../tools/registry/record-tool-calls.ts";
import { environmentOfChild } from "./config.ts";
import { modelKey } from "./model-key.ts";
import { modelFault } from "./models.ts";

/** Gets what the program of an agent writes for people, and what its host says about it. */
export type OnAgentNote = (
  text: string,
  about: { readonly agent: string; readonly session?: string },
) => void;

/** The agents of a server, each with Earshot in process. Throws if the key of a model is missing. */
export async function agentsInProcess(
  ctx: Context,
  definitions: readonly AgentDefinition[],
  onNote: OnAgentNote,
): Promise<readonly HostedAgent[]> {
  const agents: HostedAgent[] = [];
  for (const definition of definitions) {
    agents.push(agentOf(definition, await asAgent(ctx, definition.name), onNote));
  }
  return agents;
}

/** An agent that talks to Earshot, in process or elsewhere. */
export function agentOf(
  definition: AgentDefinition,
  earshot: Earshot,
  onNote: OnAgentNote,
): HostedAgent {
  return hostedAgent(definition, { earshot, run: runnerOf(definition, earshot, onNote) });
}

function runnerOf(
  definition: AgentDefinition,
  earshot: Earshot,
  onNote: OnAgentNote,
): SessionRunner {
  const { name, command, folder, operators, model } = definition;
  if (command !== undefined) {
    return createCommandRunner({
      earshot,
      command,
      cwd: folder,
      env: environmentOfChild(),
      ...present({ operators }),
      limits: limitsOf(definition),
      onNote: (text, { session }) => onNote(text, { agent: name, session }),
    });
  }
  if (model === undefined) throw new Error(`The agent ${name} has neither model nor command.`);
  const about = { agent: name };
  const apiKey = modelKey(model);
  const { url: baseUrl, name: modelName, api } = model;
  // Reported at the start and not at its first mention. Nothing waits for this.
  void modelFault(model).then((fault) => {
    if (fault !== undefined) onNote(`Its model cannot be called yet: ${fault}`, about);
  });
  return createModelRunner(
    runtimeOf(definition, {
      earshot,
      model: createModel({ baseUrl, name: modelName, api, checkSchema, ...present({ apiKey }) }),
      now: systemClock.now,
    }),
    {
      onNote: (text, { session }) => onNote(text, { agent: name, session }),
      listeners: [
        recordToolCalls(earshot, {
          digest: digest.json,
          onFault: (error) => onNote(`A tool call was not logged: ${String(error)}`, about),
        }),
      ],
    },
  );
}
