import { setTimeout as sleep } from "node:timers/promises";
import {
  inputRequired,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { declaredCapabilities } from "./declared-capabilities.ts";
import type { FixtureTasks, Job } from "./fixture-tasks.ts";
import { type FixtureTool, fixtureTool, textResult } from "./fixture-tool.ts";
import { nextInput, type Round } from "./input-rounds.ts";
import { givenName, NAME_ROUND } from "./input-tools.ts";

const EXTENSION = "io.modelcontextprotocol/tasks";

function declaresTasks(ctx: ServerContext): boolean {
  return declaredCapabilities(ctx).extensions?.[EXTENSION] !== undefined;
}

function requireTasks(ctx: ServerContext): void {
  if (declaresTasks(ctx)) return;
  throw new MissingRequiredClientCapabilityError({
    requiredCapabilities: { extensions: { [EXTENSION]: {} } },
  });
}

function confirmation(message: string): Round[string] {
  return inputRequired.elicit({ message, requestedSchema: z.object({ confirm: z.boolean() }) });
}

const failing: Job = async () => ({ ...textResult("The job has failed."), isError: true });

const breaking: Job = async () => {
  throw new ProtocolError(ProtocolErrorCode.InternalError, "The job broke the protocol.");
};

/** Tools that may answer a call with a task. */
export function taskTools(tasks: FixtureTasks): readonly FixtureTool[] {
  function alwaysTask(name: string, job: Job): FixtureTool {
    return fixtureTool(name, { description: "Runs as a task." }, async (_, ctx) => {
      requireTasks(ctx);
      return tasks.start(job);
    });
  }

  return [
    fixtureTool("greet", { description: "Greets at once." }, async ({ name }) =>
      textResult(`Hello, ${String(name)}!`),
    ),
    fixtureTool("slow_compute", { description: "Takes a while." }, async ({ seconds }, ctx) => {
      const ms = Number(seconds) * 1_000;
      const result = textResult(`Computed for ${ms} ms.`);
      if (declaresTasks(ctx) && ms > 0) {
        return tasks.start(async (job) => {
          await job.sleep(ms);
          return result;
        });
      }
      await sleep(ms, undefined, { signal: ctx.mcpReq.signal });
      return result;
    }),
    alwaysTask("failing_job", failing),
    alwaysTask("protocol_error_job", breaking),
    alwaysTask("confirm_delete", async (job) => {
      await job.input({ confirm: confirmation("Delete the file?") });
      return textResult("The file is gone.");
    }),
    alwaysTask("multi_input", async (job) => {
      await job.input({ first: confirmation("The first?"), second: confirmation("The second?") });
      return textResult("Both were given.");
    }),
    fixtureTool(
      "test_tool_with_task",
      { description: "Asks for a name, then runs as a task." },
      async (_, ctx) => {
        requireTasks(ctx);
        const next = await nextInput(ctx, { rounds: [NAME_ROUND], sealedAs: "task" });
        if (next !== undefined) return { ...next };
        const name = givenName(ctx);
        return tasks.start(async () => textResult(`Hello, ${name}!`));
      },
    ),
  ];
}
