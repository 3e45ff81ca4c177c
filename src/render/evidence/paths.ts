const SHELL = /^~|^[a-z]:|^\\\\/i;
/** What runs by itself where a repository has it. */
const RUNS =
  /(?:^|\/)(?:\.git|\.github\/workflows|\.husky|\.circleci|\.vscode|\.devcontainer)\/|(?:^|\/)(?:\.gitlab-ci\.yml|\.gitmodules|\.npmrc|\.envrc|Jenkinsfile)$/i;

/** What is wrong with a path that a change names, as a sentence; undefined for an ordinary one. */
export function pathFault(path: string, shown: string): string | undefined {
  if (path.startsWith("/") || SHELL.test(path)) {
    return `${shown} is outside the tree: its path is absolute.`;
  }
  if (path.split(/[\\/]/).includes("..")) return `${shown} leaves the tree: its path goes up.`;
  return RUNS.test(path) ? `${shown} can run commands by itself.` : undefined;
}
