import { ownConversation, type PrincipalId, type WorkspaceId } from "../../domain/id.ts";
import type { EventData, EventDraft } from "../../domain/log/event.ts";
import { assertNotOwnAgents } from "../../domain/people/own-agents.ts";
import type {
  Principal,
  PrincipalKind,
  Role,
  ServicePrincipal,
} from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Write } from "../../ports/store/store.ts";
import { type Context, nowOf } from "../call/context.ts";

export interface NewPrincipal {
  readonly workspace: WorkspaceId;
  readonly kind: PrincipalKind;
  readonly name: string;
  readonly role?: Role;
  /** The creator; a person owns the agents they create. */
  readonly by?: Pick<Principal, "id" | "kind">;
  /** An agent of the server itself. Nobody else gets its name, nor a similar one. */
  readonly isServers?: true;
}

/** A new principal with the writes and events that create it. */
export function newPrincipal(
  ctx: Context,
  { workspace, kind, name, role = "approver", by, isServers }: NewPrincipal,
  actor?: PrincipalId,
): { principal: Principal; writes: Write[]; events: EventDraft[] } {
  if (kind === "agent" && isServers !== true) assertNotOwnAgents(name);
  const base = { id: ctx.ids.next("prn"), workspace, name, createdAt: nowOf(ctx) };
  const principal = principalOf(base, { kind, role, by });
  return {
    principal,
    writes: [{ type: "principal.insert", principal }, ...firstConversation(principal)],
    events: [
      {
        type: "principal.created",
        at: base.createdAt,
        ...present({ actor }),
        subject: principal.id,
        data: { kind, name, ...rankOf(principal) },
      },
    ],
  };
}

/** What the log shows beside its name. */
function rankOf(principal: Principal): Pick<EventData, "role" | "owner"> {
  if (principal.kind === "person") return { role: principal.role };
  const owner = principal.kind === "agent" ? principal.owner : undefined;
  return owner === undefined ? {} : { owner };
}

function principalOf(
  base: Omit<ServicePrincipal, "kind">,
  {
    kind,
    role,
    by,
  }: Pick<NewPrincipal, "kind"> & {
    readonly role: Role;
    readonly by: NewPrincipal["by"] | undefined;
  },
): Principal {
  switch (kind) {
    case "person":
      return { ...base, kind, role };
    case "agent":
      return by?.kind === "person" ? { ...base, kind, owner: by.id } : { ...base, kind };
    case "service":
      return { ...base, kind };
  }
}

function firstConversation(principal: Principal): Write[] {
  if (principal.kind === "person") return [];
  const { id, workspace, name, createdAt } = principal;
  const conversation = {
    id: ownConversation(id),
    workspace,
    agent: id,
    title: name,
    createdAt,
  };
  return [{ type: "conversation.insert", conversation }];
}

export function workspaceCreated(
  id: WorkspaceId,
  at: Timestamp,
): { writes: Write[]; events: EventDraft[] } {
  return {
    writes: [{ type: "workspace.insert", id, createdAt: at }],
    events: [{ type: "workspace.created", at, subject: id }],
  };
}
