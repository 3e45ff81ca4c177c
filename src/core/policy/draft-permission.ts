import { isAtLeast } from "../../domain/authority/action.ts";
import { EarshotError } from "../../domain/errors.ts";
import { asksFiles } from "../../domain/forms/file-fields.ts";
import { inTime } from "../../domain/in-words.ts";
import { DEFAULT_PERMISSION_MS, MAX_PERMISSION_MS } from "../../domain/limits.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { PERMISSION_SCOPES, type Permission } from "../../domain/policy/permission.ts";
import { parsePermissionArgs } from "../../domain/policy/read-conditions.ts";
import { present } from "../../domain/present.ts";
import type { AuthorizationRequest, Request } from "../../domain/requests/request.ts";
import type { Actor, Surface } from "../../domain/surface.ts";
import { SECOND_MS } from "../../domain/time.ts";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { PermitInput } from "../../ports/earshot/authority.ts";
import { argsDigest } from "../authority/find-permission.ts";
import { findRequest, notFound } from "../call/access.ts";
import { type Context, nowOf } from "../call/context.ts";
import { askedDigest } from "../requests/answer-by-permission.ts";
import { askedArgs } from "../verdict/open-secrets.ts";

/** A new permission. Throws INVALID_INPUT if it would cover too much or nothing. */
export async function draftPermission(
  ctx: Context,
  caller: Caller,
  { input, by }: { input: PermitInput; by: Actor },
): Promise<Permission> {
  const { scope, level = "MEDIUM", forMs = DEFAULT_PERMISSION_MS } = input;
  if (!(Number.isFinite(forMs) && forMs >= SECOND_MS && forMs <= MAX_PERMISSION_MS)) {
    throw new EarshotError(
      "INVALID_INPUT",
      `A standing permission lasts from one second to ${inTime(MAX_PERMISSION_MS)}.`,
    );
  }
  if (!PERMISSION_SCOPES.includes(scope)) {
    throw new EarshotError(
      "INVALID_INPUT",
      `No permission has the scope ${JSON.stringify(scope)}: it is one of ${PERMISSION_SCOPES.join(", ")}.`,
    );
  }
  assertNothingIgnored(input);
  const createdAt = nowOf(ctx);
  const base = {
    id: ctx.ids.next("per"),
    workspace: caller.principal.workspace,
    scope,
    level,
    until: toTimestamp(toMs(createdAt) + Math.ceil(forMs)),
    givenBy: by,
    createdAt,
    uses: 0,
  };
  if (input.like !== undefined) {
    const like = await findRequest(ctx, caller, input.like);
    if (scope === "answer") return { ...base, ...likeAnswer(ctx, like), level: "LOW" };
    if (like.kind === "authorization") return { ...base, ...(await likeRequest(ctx, like, input)) };
    throw new EarshotError(
      "INVALID_INPUT",
      `Request ${like.id} is a question, and no action: a permission for its answer has the scope answer.`,
    );
  }
  if (scope !== "pattern") {
    throw new EarshotError(
      "INVALID_INPUT",
      `A permission of scope ${scope} is given for a request: name it with "like".`,
    );
  }
  return { ...base, ...(await ofPattern(ctx, caller, input)) };
}

type Covered = Pick<Permission, "agent" | "agentName" | "tool"> &
  Partial<Pick<Permission, "argsDigest" | "args" | "session" | "toolSchemaHash">>;

async function likeRequest(
  ctx: Context,
  request: AuthorizationRequest,
  { scope, tool, args }: PermitInput,
): Promise<Covered> {
  const { agent, agentName, authorization } = request;
  const { action } = authorization;
  const pinned = action.toolSchemaHash;
  const base = {
    agent,
    agentName,
    tool: action.tool,
    ...present({ toolSchemaHash: pinned ?? undefined }),
  };
  switch (scope) {
    case "answer":
      throw new Error(`${request.id} has no answer.`);
    case "once":
    case "target": {
      // The agent would ask again for what it first asked, not for what somebody edited.
      return { ...base, argsDigest: argsDigest(ctx, await askedArgs(ctx, request)) };
    }
    case "session":
      if (action.session !== null) return { ...base, session: action.session };
      throw new EarshotError(
        "INVALID_INPUT",
        `${agentName} named no session with ${request.id}, so no permission can be bound to one.`,
      );
    case "pattern": {
      const pattern = tool ?? action.tool;
      checkToolPattern(pattern);
      const isOther = pattern !== action.tool;
      const { toolSchemaHash: _other, ...unpinned } = base;
      return {
        ...(isOther ? unpinned : base),
        tool: pattern,
        ...present({ args: args === undefined ? undefined : parsePermissionArgs(args) }),
      };
    }
  }
}

/** Throws INVALID_INPUT if nobody has answered it. */
function likeAnswer(ctx: Context, request: Request): Covered & Pick<Permission, "request"> {
  const { id, agent, agentName } = request;
  const isAnswered = request.kind === "question" && request.status === "answered";
  const attachments = isAnswered ? request.answer.attachments : undefined;
  if (request.kind === "question" && (attachments ?? asksFiles(request.question.form))) {
    throw new EarshotError(
      "INVALID_INPUT",
      `The answer to ${id} names files, which belong to it alone. Nobody can give it in advance.`,
      { details: { id } },
    );
  }
  if (request.status === "answered" && request.erasedAt === undefined) {
    return { agent, agentName, tool: "ask", argsDigest: askedDigest(ctx, request), request: id };
  }
  throw new EarshotError(
    "INVALID_INPUT",
    `Nobody has answered ${id}, or its content is erased. Name a question whose answer is to be given again.`,
    { details: { id } },
  );
}

async function ofPattern(
  ctx: Context,
  caller: Caller,
  { agent: name, tool, args }: PermitInput,
): Promise<Covered> {
  if (name === undefined || tool === undefined) {
    throw new EarshotError(
      "INVALID_INPUT",
      "Name the agent and the tools that the permission is for, or a request that it is like.",
    );
  }
  checkToolPattern(tool);
  const { workspace } = caller.principal;
  const agent = await ctx.store.findPrincipalByName({ workspace, kind: "agent", name });
  if (agent === undefined) throw notFound("agent", name);
  return {
    agent: agent.id,
    agentName: agent.name,
    tool,
    ...present({ args: args === undefined ? undefined : parsePermissionArgs(args) }),
  };
}

/**
 * A field that narrows a permission must never be ignored: the permission would cover more than was
 * meant.
 */
function assertNothingIgnored({ scope, like, agent, tool, args }: PermitInput): void {
  const isNarrowed = tool !== undefined || args !== undefined;
  if (scope !== "pattern" && isNarrowed) {
    throw new EarshotError(
      "INVALID_INPUT",
      `A permission of scope ${scope} takes tool and arguments from its request. To name them yourself, give one of scope pattern.`,
    );
  }
  if (like === undefined || agent === undefined) return;
  throw new EarshotError(
    "INVALID_INPUT",
    "Name the agent, or a request that the permission is like, not both.",
  );
}

function checkToolPattern(tool: string): void {
  if (/^[\w.:/*?-]{1,128}$/.test(tool) && !/^[*?]+$/.test(tool)) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `${JSON.stringify(tool)} names no tools, or all of them. A permission is for some: write a name, or part of one with *.`,
  );
}

/** Throws if this person may not give it, or has not proved enough of themselves. */
export function assertMayPermit(
  caller: Caller,
  { permission, input, via }: { permission: Permission; input: PermitInput; via: Surface },
): void {
  if (caller.unattended === true) {
    throw new EarshotError(
      "NOT_ALLOWED",
      "A key for scripts decides on one action at a time; permissions are given by people.",
    );
  }
  if (!isAtLeast(permission.level, "HIGH")) return;
  const isAtTerminal = caller.web === undefined ? via === "cli" : caller.web.atTerminal;
  if (isAtTerminal && input.typed === permission.tool) return;
  throw new EarshotError(
    "NOT_ALLOWED",
    `A permission for HIGH is given at a terminal, where its tool is typed: ${permission.tool}.`,
    { details: { level: permission.level, tool: permission.tool, via } },
  );
}
