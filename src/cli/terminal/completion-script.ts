import type { Command } from "commander";

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

interface Completed {
  /** The words of the command: `keys create`. */
  readonly path: string;
  /** What can follow: commands of a group, options of a command. */
  readonly words: readonly string[];
  /** Options that take one of a few words, and these words. */
  readonly choices: Readonly<Record<string, readonly string[]>>;
}

/** A completion script made from the commands as they are defined, so that none is forgotten. */
export function completionScript(shell: Shell, program: Command): string {
  const completed = collectWords(program, "");
  switch (shell) {
    case "bash":
      return bash(completed);
    case "zsh":
      return `autoload -U +X bashcompinit && bashcompinit\n${bash(completed)}`;
    case "fish":
      return fish(completed);
  }
}

function collectWords(command: Command, path: string): Completed[] {
  const groups = command.commands.filter((child) => child.name() !== "help");
  const own = command.options.flatMap((option) =>
    option.long === undefined ? [] : [option.long ?? ""],
  );
  const words = [...groups.map((child) => child.name()), ...own, "--help"];
  const choices = Object.fromEntries(
    command.options.flatMap(({ long, argChoices }) =>
      long === undefined || argChoices === undefined ? [] : [[long, argChoices]],
    ),
  );
  return [
    { path, words, choices },
    ...groups.flatMap((child) => collectWords(child, `${path} ${child.name()}`.trim())),
  ];
}

function bash(completed: readonly Completed[]): string {
  const commands = completed.flatMap(({ path }) => (path === "" ? [] : [`"${path}"`]));
  const cases = completed.map(({ path, words }) => `    "${path}") words="${words.join(" ")}" ;;`);
  const values = completed.flatMap(({ path, choices }) =>
    Object.entries(choices).map(
      ([flag, words]) => `    "${path} ${flag}") words="${words.join(" ")}" ;;`,
    ),
  );
  return `_earshot() {
  local path="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
    ${commands.join("|")}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${cases.join("\n")}
  esac
  case "$path \${COMP_WORDS[COMP_CWORD-1]}" in
${values.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _earshot earshot`;
}

function fish(completed: readonly Completed[]): string {
  const lines = completed.flatMap(({ path, words, choices }) => {
    const seen =
      path === ""
        ? "__fish_use_subcommand"
        : `__fish_seen_subcommand_from ${path.split(" ").at(-1)}`;
    return words.map((word) =>
      word.startsWith("--")
        ? `complete -c earshot -n '${seen}' -l ${word.slice(2)}${fishChoices(choices[word])}`
        : `complete -c earshot -n '${seen}' -f -a ${word}`,
    );
  });
  return lines.join("\n");
}

function fishChoices(words: readonly string[] | undefined): string {
  return words === undefined ? "" : ` -x -a '${words.join(" ")}'`;
}
