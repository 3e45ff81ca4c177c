import { z } from "zod";
import type { OperationText } from "../schemas/operation.ts";
import { nothing } from "../schemas/parameters.ts";
import * as wire from "../schemas/requests.ts";
import { ListedAgent } from "./inbox.ts";

export const AGENTS = {
  listAgents: {
    summary: "Agents with the numbers of their keys and open requests, for people",
    input: nothing,
    output: z.strictObject({ items: z.array(ListedAgent) }),
  },
  haltAgent: {
    summary:
      "Halt an agent: from now on nothing is served to it and none of its grants can be redeemed",
    input: z.strictObject({ id: wire.PrincipalId }),
    output: wire.Principal,
  },
  resumeAgent: {
    summary: "Serve a halted agent again",
    input: z.strictObject({ id: wire.PrincipalId }),
    output: wire.Principal,
  },
  tieAgent: {
    summary:
      "Say, once, which operator the subject of a token is, who may then not decide what it seeks",
    input: z.strictObject({
      id: wire.PrincipalId,
      person: z.string().optional().meta({
        description:
          "The operator's name: one's own, or with the right `keys` another's. Absent: no operator. Whoever says that it is not themselves may not decide for it either.",
      }),
    }),
    output: wire.Principal,
  },
} as const satisfies Record<string, OperationText>;
