import type { AuthorizationRequest, Shown } from "../../../domain/requests/request.ts";
import { type ActionBlock, type AgentBlock, authorizationBlocks } from "../../../render/blocks.ts";
import { reader } from "../../parts/render-words.ts";

/** A request as the trusted renderer makes it. */
export interface Parts {
  readonly action: ActionBlock;
  readonly agent: AgentBlock;
  readonly notices: readonly string[];
}

export function partsOf(request: Shown<AuthorizationRequest>): Parts {
  const blocks = authorizationBlocks(request, reader);
  const action = blocks.find((block) => block.kind === "action");
  const agent = blocks.find((block) => block.kind === "agent");
  if (action === undefined || agent === undefined) throw new Error("A request has lost its parts.");
  const notices = blocks.flatMap((block) => (block.kind === "notice" ? [block.text] : []));
  return { action, agent, notices };
}
