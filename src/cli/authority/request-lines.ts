import type { Voice } from "../../channels/console/voice.ts";
import type { AuthorizationRequest, Shown } from "../../domain/requests/request.ts";
import { authorizationBlocks } from "../../render/blocks.ts";
import { terminalLines } from "../../render/terminal-blocks.ts";

/** All of it, as the trusted renderer shows it. */
export function requestLines(
  request: Shown<AuthorizationRequest>,
  voice: Voice,
  width?: number,
): readonly string[] {
  return terminalLines(authorizationBlocks(request, voice), voice.words, { width });
}
