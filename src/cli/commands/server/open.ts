import { Option } from "commander";
import { inTime } from "../../../domain/in-words.ts";
import { LINK_LIFE_MS } from "../../../domain/limits.ts";
import type { PersonPrincipal } from "../../../domain/people/principal.ts";
import { signInAddress } from "../../people/address.ts";
import { inboxAt } from "../../people/inbox-at.ts";
import { makeLink } from "../../people/make-link.ts";
import { printLink } from "../../people/print-link.ts";
import { requirePage } from "../../people/require-page.ts";
import { idOption } from "../../terminal/arguments.ts";
import { hasScreen, openBrowser } from "../../terminal/browser.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { answeringServer } from "../../terminal/connect.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";

interface OpenOptions {
  readonly print?: boolean;
  readonly operator?: PersonPrincipal;
}

export const open: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "open",
      summary: "Open the inbox in a browser, signed in",
      changes: true,
      more: `Makes a sign-in link, which is good once and for ${inTime(LINK_LIFE_MS)}, prints it alone on its line of standard output and opens it in the browser of this machine where there is a screen. For a person on another machine: npx earshot operators link NAME.`,
      examples: ["npx earshot open", "npx earshot open --print"],
    })
      .option("--print", "only print the link")
      .addOption(
        idOption(
          "operator",
          new Option(
            "--operator <name>",
            "for another operator, who sits here; it takes an owner's key",
          ),
        ),
      ),

  async run(context, command) {
    const { print, operator } = command.opts<OpenOptions>();
    const { environment, output, signal } = context;
    const earshot = context.connectAs("operator");
    const server = await answeringServer(context);
    await requirePage(server, signal);
    const link = await makeLink(earshot, context, { operator: operator?.name });
    const inbox = inboxAt(context, server);
    printLink(context, link, { server: inbox, isOwn: operator === undefined });
    if (print === true || !hasScreen(environment.hasDisplay === true)) return EXIT_CODES.answered;
    if (!(await openBrowser(signInAddress(inbox, link.token)))) {
      output.note("No browser could be opened here. Open the link yourself.");
    }
    return EXIT_CODES.answered;
  },
};
