import { onTestFinished } from "vitest";
import { z } from "zod";
import type { SessionId } from "../../../../src/domain/id.ts";
import { present } from "../../../../src/domain/present.ts";
import type { ShownRequest } from "../../../../src/domain/requests/request.ts";
import type { Session, SessionEntry } from "../../../../src/domain/sessions/session.ts";
import {
  createModelRunner,
  type ModelRunnerOptions,
} from "../../../../src/host/sessions/create-model-runner.ts";
import type { RunSignals } from "../../../../src/host/sessions/runner.ts";
import type { AgentRuntime } from "../../../../src/host/sessions/runtime.ts";
import type { ClaimedSession } from "../../../../src/ports/earshot/sessions.ts";
import { defineTool } from "../../../../src/tools/registry/define-tool.ts";
import { type House, openHouse } from "../../../support/house.ts";
import { openModel } from "../../../support/model-server/open-model.ts";
import type { ModelServer, Script, Turn } from "../../../support/model-server/script.ts";

const TOOLS = [
  "ask_operator",
  "read_session",
  "message",
  "write",
  "read",
  "pay",
  "balance",
  "run_worker",
  "send_twice",
];

/** What the agent's own tools did, in their order. */
export interface Effects {
  readonly paid: { args: unknown; call: string }[];
  balance: number;
}

export interface Stage {
  readonly house: House;
  readonly server: ModelServer;
  readonly effects: Effects;
  start(text: string, place?: Session["place"]): Promise<Session>;
  claim(): Promise<ClaimedSession>;
  /** Takes up the next session and works on it. */
  run(options?: RunOptions): Promise<Session>;
  entries(id: SessionId): Promise<readonly SessionEntry[]>;
  requestOf(session: Session): Promise<ShownRequest>;
  /** What the model was started with, in the conversation that it was last called with. */
  prompt(): string;
}

export interface RunOptions extends ModelRunnerOptions {
  readonly claimed?: ClaimedSession;
  readonly signals?: Partial<RunSignals>;
  readonly over?: Partial<AgentRuntime> | undefined;
}

const NEVER = new AbortController().signal;

export async function openStage(script: Script | readonly Turn[]): Promise<Stage> {
  const house = await openHouse();
  onTestFinished(() => house.close());
  const { model, server } = await openModel("openai", script);
  const effects: Effects = { paid: [], balance: 100 };
  const tools = ownTools(effects);
  const runtime: AgentRuntime = {
    name: "scout",
    earshot: house.agent,
    model,
    tools: TOOLS,
    system: "You keep the books.",
    skills: [],
    workers: [
      {
        name: "counter",
        description: "Counts.",
        prompt: "You count.",
        tools: ["balance", "pay"],
        steps: 3,
      },
    ],
    preconditions: [],
    approvals: [],
    limits: { steps: 10, attempts: 3, acknowledgeAfterMs: 600_000 },
    now: () => house.clock.now(),
  };
  const claim = async () => {
    const { claimed } = await house.agent.claimSession({ host: "host-1" });
    if (claimed === undefined) throw new Error("There is no session to take up.");
    return claimed;
  };
  return {
    house,
    server,
    effects,
    claim,
    start: (text, place) =>
      house.owner.startSession({ agent: "scout", text, ...present({ place }) }),
    async run({ claimed, signals, over, ...options } = {}) {
      const run = createModelRunner({ ...runtime, ...over }, { tools, retryMs: 1, ...options });
      const taken = claimed ?? (await claim());
      await run(taken, { lost: NEVER, stopping: NEVER, cancelled: NEVER, ...signals });
      return (await house.owner.showSession({ id: taken.session.id })).session;
    },
    entries: async (id) => (await house.owner.sessionEntries({ id, limit: 500 })).items,
    async requestOf({ waitsFor }) {
      if (waitsFor === undefined) throw new Error("The session waits for nothing.");
      return (await house.owner.show({ id: waitsFor.request })).request;
    },
    prompt: () => server.heard.at(-1)?.messages.find(({ role }) => role === "user")?.text ?? "",
  };
}

function ownTools(effects: Effects) {
  const pay = (name: string, repeatable: boolean) =>
    defineTool({
      name,
      description: "Pays an amount.",
      input: z.object({ amount: z.number() }),
      output: z.string(),
      annotations: { readOnly: false, repeatable },
      async execute(args, { call }) {
        effects.paid.push({ args, call });
        return `Paid ${args.amount}.`;
      },
    });
  const balance = defineTool({
    name: "balance",
    description: "Tells the balance.",
    input: z.object({}),
    output: z.string(),
    annotations: { readOnly: true, repeatable: true },
    execute: () => Promise.resolve(`${effects.balance}`),
  });
  return [pay("pay", false), pay("send_twice", true), balance];
}

/** Ends the work at a named point as a killed host does: nothing is written from then on. */
export function killedAt(point: string, nth = 1) {
  const lost = new AbortController();
  let seen = 0;
  return {
    signals: { lost: lost.signal },
    onPoint(at: string) {
      if (at !== point) return;
      seen += 1;
      if (seen === nth) lost.abort();
    },
  };
}
