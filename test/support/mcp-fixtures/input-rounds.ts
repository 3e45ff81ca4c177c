import { randomBytes } from "node:crypto";
import {
  createRequestStateCodec,
  type InputRequiredResult,
  type InputRequiredSpec,
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";

/** What the client is asked for at once, by name. */
export type Round = NonNullable<InputRequiredSpec["inputRequests"]>;

export interface Rounds {
  readonly rounds: readonly Round[];
  /** Names the call in the state that the client sends back; without it there is no state. */
  readonly sealedAs?: string;
}

interface State {
  readonly sealedAs: string;
  readonly round: number;
}

const codec = createRequestStateCodec<State>({ key: randomBytes(32) });

/** What to ask the client for next; undefined once it has answered the last round. */
export async function nextInput(
  ctx: ServerContext,
  { rounds, sealedAs }: Rounds,
): Promise<InputRequiredResult | undefined> {
  const current = await currentRound(ctx, sealedAs);
  const next = isAnswered(ctx, rounds[current] ?? {}) ? current + 1 : current;
  const inputRequests = rounds[next];
  if (inputRequests === undefined) return undefined;
  if (sealedAs === undefined) return inputRequired({ inputRequests });
  const requestState = await codec.mint({ sealedAs, round: next }, ctx);
  return inputRequired({ inputRequests, requestState });
}

async function currentRound(ctx: ServerContext, sealedAs: string | undefined): Promise<number> {
  const sealed = ctx.mcpReq.requestState<string | undefined>();
  if (sealedAs === undefined || sealed === undefined) return 0;
  try {
    const state = await codec.verify(sealed, ctx);
    if (state.sealedAs === sealedAs) return state.round;
  } catch {
    // Refused below, without saying why.
  }
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, "The request state is not ours.");
}

function isAnswered(ctx: ServerContext, round: Round): boolean {
  return Object.keys(round).every(
    (key) => inputResponse(ctx.mcpReq.inputResponses, key).kind !== "missing",
  );
}
