import { Argument, type Command } from "commander";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { completionScript, SHELLS, type Shell } from "../../terminal/completion-script.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";

export const completions: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "completions",
      summary: "Print a script that completes commands and options in a shell",
      without: ["data", "json", "plain"],
      examples: [
        "npx earshot completions bash > ~/.local/share/bash-completion/completions/earshot",
        "npx earshot completions fish > ~/.config/fish/completions/earshot.fish",
      ],
    }).addArgument(new Argument("<shell>", "which shell").choices(SHELLS)),

  async run(context, command) {
    const [shell] = command.processedArgs as [Shell];
    context.output.line(completionScript(shell, command.parent as Command));
    return EXIT_CODES.answered;
  },
};
