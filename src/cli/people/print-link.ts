import { inTime } from "../../domain/in-words.ts";
import { LINK_LIFE_MS } from "../../domain/limits.ts";
import type { SignInLink } from "../../ports/earshot/operators.ts";
import { oneLine } from "../../render/visible-text.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { signInAddress } from "./address.ts";

/** What to tell a person about a link they made, for themselves or for somebody else. */
export interface LinkWords {
  readonly server: string;
  readonly isOwn: boolean;
}

/** Prints the link alone on its line of standard output, and what it is for on standard error. */
export function printLink(
  { output, options }: RunContext,
  link: SignInLink,
  { server, isOwn }: LinkWords,
): void {
  const { token, operator, atTerminal, expiresAt } = link;
  const address = signInAddress(server, token);
  if (options.json === true) {
    output.json({ inbox: address, operator, atTerminal, expiresAt });
    return;
  }
  const name = oneLine(operator.name, 40);
  output.note(
    isOwn
      ? `Open the inbox, once, within ${inTime(LINK_LIFE_MS)}:`
      : `For ${name} and nobody else, once, within ${inTime(LINK_LIFE_MS)}. Anyone who opens it is ${name} here:`,
  );
  output.line(address);
  if (!atTerminal) {
    output.note("Made without a terminal: in it HIGH and CRITICAL take a passkey.");
  }
}
