import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type CallToolResult,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import type { AnyResult, McpExtension } from "../../../src/mcp/extension.ts";
import type { Round } from "./input-rounds.ts";

/** What a job may do beside computing. */
export interface JobContext {
  sleep(ms: number): Promise<void>;
  /** Resolves with the responses once every request has one. */
  input(requests: Round): Promise<Readonly<Record<string, unknown>>>;
}

export type Job = (ctx: JobContext) => Promise<CallToolResult>;

type Status = "working" | "input_required" | "completed" | "failed" | "cancelled";

interface FixtureTask {
  readonly taskId: string;
  readonly createdAt: string;
  readonly cancelled: AbortController;
  status: Status;
  lastUpdatedAt: string;
  /** `result` or `error`, once there is one. */
  outcome: AnyResult;
  pending: Round;
  given: Record<string, unknown>;
  whenGiven: () => void;
}

export interface FixtureTasks extends NonNullable<McpExtension["tasks"]> {
  start(job: Job): AnyResult;
}

const ACKNOWLEDGED: AnyResult = { resultType: "complete" };

/** Jobs that go on after the call that started them, kept in memory. */
export function createFixtureTasks(): FixtureTasks {
  const tasks = new Map<string, FixtureTask>();

  return {
    start(job) {
      const task = newTask();
      tasks.set(task.taskId, task);
      void run(task, job);
      return { resultType: "task", ...head(task) };
    },
    get(id) {
      const task = tasks.get(id);
      if (task === undefined) return undefined;
      const inputRequests = task.status === "input_required" ? { inputRequests: task.pending } : {};
      return Promise.resolve({
        resultType: "complete",
        ...head(task),
        ...inputRequests,
        ...task.outcome,
      });
    },
    update(id, params, ctx) {
      const task = tasks.get(id);
      if (task === undefined) return undefined;
      give(task, recordOf(params["inputResponses"] ?? ctx.mcpReq.inputResponses));
      return Promise.resolve(ACKNOWLEDGED);
    },
    cancel(id) {
      const task = tasks.get(id);
      if (task === undefined) return undefined;
      if (isOpen(task)) {
        move(task, "cancelled");
        task.cancelled.abort();
      }
      return Promise.resolve(ACKNOWLEDGED);
    },
  };
}

function newTask(): FixtureTask {
  const createdAt = new Date().toISOString();
  return {
    taskId: `fixture.${randomUUID()}`,
    createdAt,
    cancelled: new AbortController(),
    status: "working",
    lastUpdatedAt: createdAt,
    outcome: {},
    pending: {},
    given: {},
    whenGiven: () => {},
  };
}

function head({ taskId, status, createdAt, lastUpdatedAt }: FixtureTask): AnyResult {
  return { taskId, status, createdAt, lastUpdatedAt, ttlMs: null, pollIntervalMs: 100 };
}

async function run(task: FixtureTask, job: Job): Promise<void> {
  const { signal } = task.cancelled;
  const ctx: JobContext = {
    sleep: (ms) => sleep(ms, undefined, { signal, ref: false }),
    input: (requests) => ask(task, requests),
  };
  try {
    const result = await job(ctx);
    settle(task, "completed", { result: { resultType: "complete", ...result } });
  } catch (error) {
    const { code, message } =
      error instanceof ProtocolError
        ? error
        : { code: ProtocolErrorCode.InternalError, message: String(error) };
    settle(task, "failed", { error: { code, message } });
  }
}

function ask(task: FixtureTask, requests: Round): Promise<Readonly<Record<string, unknown>>> {
  return new Promise((resolve) => {
    task.pending = requests;
    task.given = {};
    task.whenGiven = () => resolve(task.given);
    move(task, "input_required");
  });
}

function give(task: FixtureTask, responses: Readonly<Record<string, unknown>>): void {
  if (task.status !== "input_required") return;
  const open = Object.entries(task.pending);
  const answered = open.filter(([key]) => inputResponse(responses, key).kind !== "missing");
  for (const [key] of answered) task.given[key] = responses[key];
  task.pending = Object.fromEntries(open.filter(([key]) => !(key in task.given)));
  const isComplete = Object.keys(task.pending).length === 0;
  move(task, isComplete ? "working" : "input_required");
  if (isComplete) task.whenGiven();
}

function settle(task: FixtureTask, status: Status, outcome: AnyResult): void {
  if (!isOpen(task)) return;
  task.outcome = outcome;
  move(task, status);
}

function move(task: FixtureTask, status: Status): void {
  task.status = status;
  task.lastUpdatedAt = new Date().toISOString();
}

function isOpen({ status }: FixtureTask): boolean {
  return status === "working" || status === "input_required";
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
