import { EarshotError } from "../../../domain/errors.ts";
import { MAX_PASSPHRASE_LENGTH, MIN_PASSPHRASE_LENGTH } from "../../../domain/limits.ts";
import { assertPassphraseLength } from "../../../domain/people/passphrase-length.ts";
import type { Timestamp } from "../../../domain/timestamp.ts";
import type { SetPassphraseInput } from "../../../ports/earshot/authority.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import {
  atControllingTerminal,
  type ControllingTerminal,
} from "../../terminal/controlling-terminal.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import { orStepUp } from "../../terminal/step-up.ts";

export const passphrase: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "passphrase",
      summary: "Set or change your passphrase, which CRITICAL asks for",
      changes: true,
      more: `Asks at the controlling terminal and shows nothing of what is typed. ${MIN_PASSPHRASE_LENGTH} to ${MAX_PASSPHRASE_LENGTH} characters; several words are easy to keep in mind. Whoever has a passkey sets the first one in the settings of the inbox.`,
      examples: ["npx earshot passphrase"],
    }),

  async run(context) {
    const { output, signal } = context;
    const earshot = context.connectAs("operator");
    const why = "a passphrase is typed at one";
    const { setAt } = await atControllingTerminal({ why, signal }, async (terminal) => {
      const { name } = (await earshot.whoami()).principal;
      const input = { passphrase: await askTwice(terminal, name) };
      return await withFormer(terminal, input, (whole) =>
        earshot.setPassphrase(whole, context.call),
      );
    });
    if (context.options.json === true) output.json({ setAt });
    else output.note("Your passphrase is set. CRITICAL asks for it from now on.");
    return EXIT_CODES.answered;
  },
};

async function askTwice({ readSecret }: ControllingTerminal, name: string): Promise<string> {
  const first = await readSecret(`New passphrase of ${name}: `);
  assertPassphraseLength(first);
  if ((await readSecret("The same again: ")) === first) return first;
  throw new EarshotError("INVALID_INPUT", "The two are not the same. Nothing was changed.");
}

async function withFormer(
  { readSecret }: ControllingTerminal,
  input: SetPassphraseInput,
  set: (input: SetPassphraseInput) => Promise<{ readonly setAt: Timestamp }>,
): Promise<{ readonly setAt: Timestamp }> {
  return await orStepUp(
    (former) => set(former === undefined ? input : { ...input, former }),
    () => readSecret("Your passphrase until now: "),
  );
}
