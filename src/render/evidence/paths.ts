import type { RenderMessages } from "../messages/messages.ts";
import { shownText } from "../shown-json.ts";

const SHELL = /^~|^[a-z]:|^\\\\/i;
/** What runs by itself where a repository has it. */
const RUNS =
  /(?:^|\/)(?:\.git|\.github\/workflows|\.husky|\.circleci|\.vscode|\.devcontainer)\/|(?:^|\/)(?:\.gitlab-ci\.yml|\.gitmodules|\.npmrc|\.envrc|Jenkinsfile)$/i;

/** What is wrong with a path that a change names, as a sentence; undefined for an ordinary one. */
export function pathFault(path: string, words: RenderMessages): string | undefined {
  const shown = { path: shownText(path) };
  if (path.startsWith("/") || SHELL.test(path)) {
    return words.say("evidence.path.absolute", shown);
  }
  if (path.split(/[\\/]/).includes("..")) return words.say("evidence.path.up", shown);
  return RUNS.test(path) ? words.say("evidence.path.runs", shown) : undefined;
}
