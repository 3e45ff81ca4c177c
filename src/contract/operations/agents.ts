import { z } from "zod";
import { nothing } from "../schemas/common-errors.ts";
import type { Operation } from "../schemas/operation.ts";
import * as wire from "../schemas/requests.ts";
import { ListedAgent } from "./inbox.ts";

export const AGENTS = {
  listAgents: {
    method: "GET",
    path: "/v1/agents",
    right: "read",
    summary: "Agents with their keys and open requests counted, for people",
    input: nothing,
    output: z.strictObject({ items: z.array(ListedAgent) }),
    status: 200,
    media: "application/json",
  },
  haltAgent: {
    method: "POST",
    path: "/v1/agents/{id}/halt",
    right: "decide",
    summary: "Halt an agent: from now nothing of it is served and no grant of it redeems",
    input: z.strictObject({ id: wire.PrincipalId }),
    output: wire.Principal,
    status: 200,
    media: "application/json",
  },
  resumeAgent: {
    method: "POST",
    path: "/v1/agents/{id}/resume",
    right: "keys",
    summary: "Serve a halted agent again",
    input: z.strictObject({ id: wire.PrincipalId }),
    output: wire.Principal,
    status: 200,
    media: "application/json",
  },
} as const satisfies Record<string, Operation>;
