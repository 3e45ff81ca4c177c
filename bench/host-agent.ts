import type { HostedAgent } from "../src/host/agents/hosted-agent.ts";
import { createModelRunner } from "../src/host/sessions/create-model-runner.ts";
import type { Earshot } from "../src/ports/earshot/earshot.ts";
import type { Model, ModelInput, ModelReply } from "../src/ports/model/model.ts";

const USAGE = { inputTokens: 1, outputTokens: 1 };
const QUESTION = { id: "call-1", name: "ask_operator", args: { question: "Which colour?" } };

/** A model that answers at once: it asks, and is done in the continuation. */
function createInstantModel(onContinuation: () => void): Model {
  return {
    name: "instant",
    async reply({ messages }: ModelInput): Promise<ModelReply> {
      const [first] = messages;
      const isContinuation = first?.role === "user" && first.text.startsWith("You go on from");
      if (!isContinuation) return { ...reply(""), calls: [QUESTION] };
      onContinuation();
      return reply("It is done.");
    },
    structured() {
      throw new Error("Nobody asks it for objects.");
    },
  };
}

function reply(text: string): ModelReply {
  return { text, calls: [], usage: USAGE, finishReason: "stop" };
}

/** An agent as hosts run it, with a model that takes no time. */
export function instantAgent(
  earshot: Earshot,
  { sessions, onContinuation }: { readonly sessions: number; readonly onContinuation: () => void },
): HostedAgent {
  const run = createModelRunner({
    name: "agent",
    earshot,
    system: "You are measured.",
    skills: [],
    workers: [],
    model: createInstantModel(onContinuation),
    tools: ["ask_operator", "read_session"],
    preconditions: [],
    approvals: [],
    limits: { steps: 10, attempts: 10, acknowledgeAfterMs: 3_600_000 },
    now: Date.now,
  });
  return { name: "agent", earshot, run, profile: { channels: [] }, sessions, schedules: [] };
}
