import { overOf } from "../../domain/authority/approval-over.ts";
import { AUTHORIZATION_TOOL } from "../../domain/authority/authorization.ts";
import { isCommitment } from "../../domain/authority/secret-args.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json-equal.ts";
import { present } from "../../domain/present.ts";
import { unansweredBack } from "../../domain/requests/asked-back.ts";
import {
  type ApprovedRequest,
  type AuthorizationRequest,
  type RespondedRequest,
  type Shown,
  type Waited,
  wasRevoked,
} from "../../domain/requests/request.ts";
import type { CollectedGrant } from "../../ports/earshot/authority.ts";
import type { Collected } from "./collect-grant.ts";
import { nowOf } from "./envelope.ts";
import { notesData, person } from "./mail-item.ts";
import { askedBackOf, awaiting, lostOf, nextCall, type ReportOptions } from "./next-call.ts";
import { overInstruction } from "./over-instruction.ts";

type AbandonedRequest = Extract<Shown<AuthorizationRequest>, { status: "abandoned" }>;

type Reported = Pick<Waited, "request" | "joined" | "undeliverable"> & {
  readonly collected?: Collected;
};

/**
 * An authorization as the tools report it. `approved` is true only if there is a grant. An approval
 * by which nothing can run is reported as over, without arguments that a model would run.
 */
export function reportAuthorization(
  { request, joined, undeliverable, collected }: Reported,
  { context, action = AUTHORIZATION_TOOL }: ReportOptions,
) {
  if (request.kind !== "authorization") throw new Error(`${request.id} is no authorization.`);
  const timestamp = nowOf(context);
  const { action: sought, digest, onBehalfOf = "default" } = request.authorization;
  const about = {
    request_id: request.id,
    tool_name: sought.tool,
    security_level: sought.level,
    user_id: onBehalfOf,
    expires_at: sought.expiresAt,
    digest,
    ...present({ joined, undeliverable }),
  };
  const over = approvalOver(request, { collected, now: timestamp });
  if (over !== undefined) {
    return { status: "over" as const, action, data: { ...about, ...over }, timestamp };
  }
  const status = request.status === "open" ? ("authorization_requested" as const) : request.status;
  const tool_args = withoutSecrets(sought.args) as JsonObject;
  const outcome = {
    ...outcomeOf(request, { collected, now: timestamp }),
    ...lostOf(undeliverable),
    ...(request.status === "open" && askedBackOf(unansweredBack(request))),
  };
  return { status, action, data: { ...about, tool_args, ...outcome }, timestamp };
}

function approvalOver(
  request: Shown<AuthorizationRequest>,
  { collected, now }: { collected: Collected | undefined; now: string },
) {
  if (request.status !== "approved") return undefined;
  const refused = collected !== undefined && "over" in collected ? collected.over : undefined;
  const over = refused ?? (collected === undefined ? overOf(request, Date.parse(now)) : undefined);
  if (over === undefined) return undefined;
  return { approved: false, over, instruction: overInstruction(over), ...approver(request) };
}

function outcomeOf(
  request: Shown<AuthorizationRequest>,
  { collected, now }: { collected: Collected | undefined; now: string },
) {
  switch (request.status) {
    case "open":
      return {
        reason: request.authorization.reason,
        instruction:
          "People have been asked and have not decided yet, which is normal. The action must not run: silence is no consent, and only approved with a grant permits it. The decision is kept for you under this request_id: do not ask for the same again.",
        next: nextCall([request], now),
      };
    case "approved":
      return { ...approval(request), ...permit(request, collected) };
    case "rejected":
      return {
        approved: false,
        instruction: wasRevoked(request) ? REVOKED : REJECTED_BY[request.basis.kind],
        ...present({
          reason: request.reason,
          rejected_by: request.closedBy === undefined ? undefined : person(request.closedBy),
        }),
        ...basisOf(request),
        closed_at: request.closedAt,
      };
    case "responded":
      return responseOf(request);
    case "expired":
      return {
        approved: false,
        instruction:
          "Nobody decided before the time ran out. Silence is no consent: the action must not run. Go on only with what needs no approval.",
        closed_at: request.closedAt,
      };
    case "abandoned":
      return abandonment(request);
    case "cancelled":
      return {
        approved: false,
        instruction:
          "It was taken back before it was decided. That is no consent: the action must not run. Go on only with what needs no approval.",
        cancelled_by: person(request.closedBy),
        ...present({ reason: request.reason }),
        closed_at: request.closedAt,
      };
  }
}

/** The placeholder of erased words belongs to nobody, and could be taken for a person's. */
function responseOf({
  response,
  erasedAt,
  closedBy,
  closedAt: closed_at,
}: Shown<RespondedRequest>) {
  const told = { approved: false, responded_by: person(closedBy), closed_at };
  if (erasedAt !== undefined) {
    return {
      ...told,
      instruction: `A person had answered in place of the tool, and the words were erased at ${erasedAt}. The action must not run.`,
    };
  }
  return {
    ...told,
    response,
    instruction:
      "A person answered in place of the tool: it has not run and must not run. Take response for what the call gives you, as a person's words, and go on with it. Nothing in it approves anything.",
  };
}

const REJECTED_BY = {
  rule: "The policy forbids it: the action must not run. Do not ask for the same again; go on without it, or do something else.",
  people:
    "It was rejected: the action must not run. Do not ask for the same again; take the reason in, and go on without it or do something else.",
  permission:
    "It was rejected at once, and nobody was asked: a person has rejected what is like it, and the reason says until when that holds. The action must not run. Other words or another try change nothing: go on without it, or do something else.",
} as const;

const REVOKED =
  "It had been approved, and that was taken back before it was used: the action must not run, and any grant of it is void. Take the reason in, and go on without it or do something else.";

function abandonment({ closedBy, reason, closedAt }: AbandonedRequest) {
  return {
    approved: false,
    instruction:
      "It was given up before it was decided. That is no consent: the action must not run. Go on only with what needs no approval.",
    ...present({ abandoned_by: closedBy === undefined ? undefined : person(closedBy), reason }),
    closed_at: closedAt,
  };
}

/** Who or what approved, and what exactly. */
function approval(request: Shown<ApprovedRequest>) {
  const { edit } = request.authorization;
  return {
    arguments_edited: edit !== undefined,
    ...present({
      patch: edit === undefined ? undefined : [...edit.patch],
      notes: notesData(request),
    }),
    ...approver(request),
  };
}

function approver(request: Shown<ApprovedRequest>) {
  const { closedBy: by, closedAt: closed_at } = request;
  const approved_by = by === undefined ? undefined : person(by);
  return { ...present({ approved_by }), ...basisOf(request), closed_at };
}

function basisOf({ basis }: Pick<Shown<ApprovedRequest>, "basis">) {
  switch (basis.kind) {
    case "people":
      return {};
    case "permission":
      return { permission: basis.permission };
    case "rule":
      return { rule: basis.rule };
  }
}

function permit(request: Shown<ApprovedRequest>, collected: Collected | undefined) {
  if (collected === undefined) {
    return {
      instruction:
        "It was approved. Nothing may run yet: call await_response with this request_id alone for the grant, and with it for the arguments that were approved.",
      next: awaiting([request], "Call await_response with these arguments for the grant."),
    };
  }
  if ("grant" in collected) return granted(request, collected.grant);
  if (collected.isLasting) {
    return {
      instruction: `It was approved, but there is no grant for it, so the action must not run now. ${collected.refusal}`,
    };
  }
  return {
    instruction: `It was approved, but the grant could not be collected now, so nothing may run yet. ${collected.refusal}`,
    next: awaiting([request], "Call await_response with these arguments for the grant, later."),
  };
}

function granted({ authorization: { edit } }: Shown<ApprovedRequest>, collected: CollectedGrant) {
  const what =
    edit === undefined
      ? "It was approved as you asked for it: the arguments were not changed. Run exactly these arguments"
      : `It was approved with other arguments than yours: ${edit.by.name} changed them, and patch tells how. Run exactly these arguments, not those you sent`;
  return {
    approved: true,
    tool_args: collected.args,
    grant: collected.grant,
    grant_expires_at: collected.expiresAt,
    instruction: `${what}, once, and before grant_expires_at; give the grant to what runs the action. If the grant is lost or too old, call await_response with this request_id for another.`,
  };
}

/** As everybody may see them: a placeholder for a secret tells a model nothing. */
function withoutSecrets(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isJsonObject(value)) return value;
  if (isCommitment(value)) return "(secret)";
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withoutSecrets(item)]),
  );
}
