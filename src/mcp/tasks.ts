import {
  type CallToolResult,
  type ClientCapabilities,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { isEarshotError } from "../domain/errors.ts";
import type { RequestId } from "../domain/id.ts";
import { present } from "../domain/present.ts";
import type { OpenRequest, Shown, ShownRequest } from "../domain/requests/request.ts";
import type { McpAgent, McpExchange } from "./agent.ts";
import { capabilitiesOf } from "./client-capabilities.ts";
import type { AnyResult, McpExtension } from "./extension.ts";
import { TASKS } from "./facts.ts";
import { handOver } from "./result.ts";

/*
 * The extension io.modelcontextprotocol/tasks: a call that a person has yet to answer becomes a task, which
 * the client polls. A task is a name for a request without state of its own, so it is as durable as the
 * request. A caller who may not see the request is not told whether there is one.
 */

/** The tools whose calls can become tasks. */
export const TASK_TOOLS: ReadonlySet<string> = new Set([
  "ask_human",
  "request_authorization",
  "send_message_to_operator",
]);
/** How long such a call waits for an answer that comes at once. */
export const TASK_HOLD_MS = 2_000;

const FIRST_POLL_MS = 5_000;
const SLOWEST_POLL_MS = 30_000;
/** A task is polled ten times in the course of its age. */
const POLLS_PER_AGE = 10;

const idOf = z.looseObject({ taskId: z.string() });
const anyResult = z.looseObject({});

export interface TaskDeps {
  readonly exchange: McpExchange;
  readonly now: () => number;
  readonly extension?: McpExtension | undefined;
}

/** Whether the client accepts a task as a result. */
export function declaresTasks(capabilities: ClientCapabilities | undefined): boolean {
  return capabilities?.extensions?.[TASKS] !== undefined;
}

/** The result of a call that has become a task. */
export async function createTask(
  agent: McpAgent,
  { tool, request }: { readonly tool: string; readonly request: string },
  nowMs: number,
): Promise<AnyResult> {
  const { request: asked } = await agent.requests.wait({ id: request as RequestId });
  return { resultType: "task", ...describe(`${tool}.${request}`, asked, nowMs) };
}

/** Serves the methods of the extension; each checks again the caller's right to the request. */
export function installTasks(server: Server, { exchange, now, extension }: TaskDeps): void {
  const serve = (
    method: string,
    own: NonNullable<McpExtension["tasks"]>["get"] | undefined,
    act: (task: Task) => Promise<AnyResult>,
  ) =>
    server.setRequestHandler(
      method,
      { params: idOf, result: anyResult },
      async ({ taskId }, ctx) => {
        requireDeclared(server, ctx);
        const foreign = own?.(taskId, ctx);
        if (foreign !== undefined) return { ...(await foreign) };
        return { ...(await act(await find(taskId, exchange.agent))) };
      },
    );
  const { tasks } = extension ?? {};
  serve("tasks/get", tasks?.get, (task) => show(task, exchange, now()));
  serve("tasks/cancel", tasks?.cancel, (task) => withdraw(task, exchange.agent));
  server.setRequestHandler(
    "tasks/update",
    { params: idOf, result: anyResult },
    async (params, ctx) => {
      requireDeclared(server, ctx);
      const foreign = tasks?.update(params.taskId, params, ctx);
      if (foreign !== undefined) return { ...(await foreign) };
      // A task asks the person at the client nothing, so there is no input to take.
      await find(params.taskId, exchange.agent);
      return {};
    },
  );
}

interface Task {
  readonly id: string;
  readonly request: ShownRequest;
}

async function find(id: string, agent: McpAgent): Promise<Task> {
  const dot = id.indexOf(".");
  const [tool, requestId] = [id.slice(0, dot), id.slice(dot + 1)];
  const request = await look(requestId as RequestId, agent);
  if (request === undefined || request.tool !== tool || request.agent !== agent.principal) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Task not found");
  }
  return { id, request };
}

async function look(id: RequestId, { requests }: McpAgent): Promise<ShownRequest | undefined> {
  try {
    return (await requests.wait({ id })).request;
  } catch (error) {
    const isUnknown = ["NOT_FOUND", "NOT_ALLOWED", "INVALID_INPUT"] as const;
    if (isUnknown.some((code) => isEarshotError(error, code))) return undefined;
    throw error;
  }
}

async function show(
  { id, request }: Task,
  exchange: McpExchange,
  nowMs: number,
): Promise<AnyResult> {
  const described = describe(id, request, nowMs);
  return described.status === "completed"
    ? { ...described, result: await resultOf(request, exchange) }
    : described;
}

/** What the call itself would have returned. */
async function resultOf(request: ShownRequest, exchange: McpExchange): Promise<CallToolResult> {
  const args = { request_ids: [request.id] };
  const answer = await exchange.agent.tools.callTool({
    name: "await_response",
    args,
    holdMs: 0,
    via: "mcp",
  });
  if (!answer.isError) return handOver(exchange, answer);
  // An error of this look alone, such as too many calls, must not end the task.
  const message = answer.envelope.data["message"];
  throw new ProtocolError(ProtocolErrorCode.InternalError, String(message));
}

function describe(taskId: string, request: ShownRequest, nowMs: number) {
  const { status, statusMessage } = taskStatusOf(request);
  return {
    taskId,
    status,
    statusMessage,
    createdAt: request.createdAt,
    lastUpdatedAt: request.status === "open" ? request.createdAt : request.closedAt,
    ttlMs: null,
    ...present({
      pollIntervalMs: request.status === "open" ? pollInterval(request, nowMs) : undefined,
    }),
  };
}

function pollInterval({ createdAt }: Shown<OpenRequest>, nowMs: number): number {
  const ageMs = nowMs - Date.parse(createdAt);
  const wanted = Math.round(ageMs / POLLS_PER_AGE);
  return Math.min(Math.max(wanted, FIRST_POLL_MS), SLOWEST_POLL_MS);
}

async function withdraw({ request }: Task, { requests }: McpAgent): Promise<AnyResult> {
  if (request.status !== "open") return {};
  try {
    await requests.cancel(
      { id: request.id, reason: "The agent's client cancelled the task." },
      { via: "mcp" },
    );
  } catch (error) {
    // Somebody else has closed it just before; the task has ended either way.
    if (!isEarshotError(error, "REQUEST_CLOSED")) throw error;
  }
  return {};
}

function requireDeclared(server: Server, ctx: ServerContext): void {
  if (declaresTasks(capabilitiesOf(server, ctx))) return;
  throw new MissingRequiredClientCapabilityError({
    requiredCapabilities: { extensions: { [TASKS]: {} } },
  });
}

interface TaskStatus {
  readonly status: "working" | "completed" | "cancelled";
  readonly statusMessage: string;
}

/** The request as a task. A no is a result like any other: no task fails because of it. */
function taskStatusOf(request: ShownRequest): TaskStatus {
  switch (request.status) {
    case "open":
      return request.kind === "question"
        ? { status: "working", statusMessage: "Waiting for a person to answer." }
        : { status: "working", statusMessage: "Waiting for people to decide." };
    case "answered":
      return { status: "completed", statusMessage: "A person has answered." };
    case "approved":
      return {
        status: "completed",
        statusMessage:
          request.over === undefined
            ? "It was approved."
            : "It was approved, but nothing may run on that any more.",
      };
    case "rejected":
      return { status: "completed", statusMessage: "It was rejected." };
    case "responded":
      return { status: "completed", statusMessage: "A person answered in place of the tool." };
    case "expired":
      return request.kind === "question"
        ? { status: "completed", statusMessage: "Nobody answered in time." }
        : { status: "completed", statusMessage: "Nobody decided in time." };
    case "abandoned":
      return { status: "completed", statusMessage: "It was given up: nobody responded." };
    case "assumed":
      return {
        status: "completed",
        statusMessage: "Nobody has answered: it goes on with an assumption.",
      };
    case "cancelled":
      return request.closedBy.principal === request.agent
        ? { status: "cancelled", statusMessage: "Withdrawn by the agent." }
        : { status: "completed", statusMessage: "Cancelled by a person." };
  }
}
