import { EarshotError } from "../../domain/errors.ts";
import type { PrincipalId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import { LONGEST_OF_SIGNERS_MS, type Statement } from "../../domain/votes/statement.ts";
import type { ChangedSigner } from "../../ports/earshot/signers.ts";
import { signByDevice } from "../../system/votes/device-key.ts";
import type { RunContext } from "../terminal/run-context.ts";
import type { FollowedChain } from "./followed-chain.ts";

/** Who signs with what. */
export interface Hand {
  readonly voter: PrincipalId;
  readonly signer: string;
  readonly secret: string;
  readonly chain: FollowedChain | undefined;
}

/** What a statement says beside what every one says. */
export type Said = { [P in Statement["purpose"]]: Omit<Of<P>, keyof Common> }[Statement["purpose"]];
type Of<P extends Statement["purpose"]> = Extract<Statement, { readonly purpose: P }>;
type Common = Pick<
  Statement,
  "v" | "deployment" | "workspace" | "voter" | "signer" | "head" | "nonce" | "at" | "until"
>;

/**
 * Signs a statement on who may sign and sends it. Its head is the one that this program has followed, and
 * never one that the server merely names.
 */
export async function signAndSend(
  { connectAs, call }: Pick<RunContext, "connectAs" | "call">,
  { voter, signer, secret, chain }: Hand,
  { said, subject }: { readonly said: Said; readonly subject: string },
): Promise<ChangedSigner> {
  const earshot = connectAs("operator");
  const { purpose } = said;
  const terms = await earshot.beginStatement({ purpose, subject });
  const { nonce, deployment, workspace, at } = terms;
  const isOther =
    chain !== undefined &&
    (chain.set.deployment !== deployment || chain.set.workspace !== workspace);
  if (isOther) {
    throw new EarshotError(
      "NOT_ALLOWED",
      "The server names another deployment than its chain of signers. Nothing was signed.",
      { details: { reason: "signers_refused" } },
    );
  }
  const until = toTimestamp(toMs(at) + LONGEST_OF_SIGNERS_MS);
  const common = { v: 1, deployment, workspace, voter, signer, nonce, at, until } as const;
  const statement = { ...common, ...present({ head: chain?.set.head }), ...said } as Statement;
  return await earshot.changeSigners({ signed: signByDevice(secret, statement) }, call);
}
