import { ProtocolError, SdkError, SdkErrorCode, type Tool } from "@modelcontextprotocol/client";
import { EarshotError } from "../../domain/errors.ts";
import type { Upstream } from "./upstream.ts";

/**
 * Always asks, whatever the SDK has kept. A server that is busy with a call may answer late: it must
 * not be taken for lost, and the call with it.
 */
const ASK = { cacheMode: "refresh", timeout: 24 * 60 * 60 * 1_000 } as const;
/** To ask changes nothing, so a connection that has broken meanwhile is made anew for it, once. */
const MOST_TRIES = 2;

/** The server's tools as it tells them at this moment. */
export async function listTools(upstream: Upstream): Promise<readonly Tool[]> {
  for (let tries = 1; ; tries++) {
    const client = await upstream.client();
    try {
      return (await client.listTools(undefined, ASK)).tools;
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      // To let go of one that has answered would end the calls that it is busy with.
      if (isAnswer(error)) throw unlisted(error);
      upstream.drop(client);
      if (tries === MOST_TRIES) throw unlisted(error as Error);
    }
  }
}

/** The server is there, and says something that is no list. */
function isAnswer(error: unknown): error is SdkError {
  const codes = [
    SdkErrorCode.InvalidResult,
    SdkErrorCode.UnsupportedResultType,
    SdkErrorCode.ListPaginationExceeded,
  ];
  return error instanceof SdkError && codes.includes(error.code);
}

function unlisted(cause: Error): EarshotError {
  return new EarshotError(
    "UNREACHABLE",
    `The MCP server behind the proxy does not tell its tools: ${cause.message}. Without its list no call can be sought. Look at the server, and call again.`,
    { cause },
  );
}
