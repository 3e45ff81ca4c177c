import type { Hazard, HazardKind } from "./hazard.ts";

/* What single commands do, by their name and options. Each rule names only what it knows itself. */

/** They run what stands behind them. */
const WRAPPERS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    sudo: "-u -g -C -h -p -r -t -U -T",
    doas: "-u -C",
    env: "-u -C -S",
    nice: "-n",
    ionice: "-c -n -p",
    nohup: "",
    setsid: "",
    time: "-f -o",
    timeout: "-k -s",
    stdbuf: "-i -o -e",
    exec: "-a",
    command: "",
    builtin: "",
    busybox: "",
    xargs: "-n -I -P -L -d -a -s -E",
    watch: "-n",
  }).map(([name, valued]) => [name, new Set(valued.split(" "))]),
);
const KEYWORDS: ReadonlySet<string> = new Set("then do else if elif while until ! { }".split(" "));
const MOST_WRAPPERS = 32;
const ASSIGNMENT = /^\w+\+?=/;

/** The words of a command from its own name on, which comes without its folder and in small letters. */
export function namesIn(words: readonly string[]): readonly string[] {
  let rest = words;
  for (let stripped = 0; stripped < MOST_WRAPPERS; stripped += 1) {
    const [first = "", ...behind] = rest;
    const name = nameOf(first);
    const valued = WRAPPERS.get(name);
    if (behind.length > 0 && (KEYWORDS.has(first) || ASSIGNMENT.test(first))) rest = behind;
    else if (behind.length > 0 && valued !== undefined) {
      rest = withoutOptions(behind, valued);
      if (name === "timeout") rest = rest.slice(1);
    } else return [name, ...behind];
  }
  return rest;
}

function nameOf(word: string): string {
  return word
    .slice(word.lastIndexOf("/") + 1)
    .toLowerCase()
    .replace(/\.exe$/, "");
}

function withoutOptions(words: readonly string[], valued: ReadonlySet<string>): readonly string[] {
  let at = 0;
  while (words[at]?.startsWith("-") === true) at += valued.has(words[at] ?? "") ? 2 : 1;
  return words.slice(at);
}

/** What a rule says of the words behind a name: what shows it, or nothing. */
type Rule = (words: readonly string[]) => string | undefined;

const has = (words: readonly string[], ...wanted: readonly string[]) =>
  wanted.find((one) => words.includes(one));

/** A short option among others, or its long name: `-rf` has `r`. */
function option(words: readonly string[], letters: string, ...long: readonly string[]) {
  const end = words.indexOf("--");
  const before = end < 0 ? words : words.slice(0, end);
  return before.find(
    (word) =>
      long.includes(word) ||
      (/^-[A-Za-z]{1,8}$/.test(word) && [...letters].some((one) => word.includes(one))),
  );
}

/** Whether a command of words begins like that, options between them left out. */
function begins(words: readonly string[], ...wanted: readonly string[]): boolean {
  const plain = words.filter((word) => !word.startsWith("-"));
  return wanted.every((word, index) => plain[index] === word);
}

/** Of a program with commands of its own, which of these stands among its words. */
const verb =
  (...verbs: readonly string[]): Rule =>
  (words) =>
    verbs.find((one) => {
      const parts = one.split(" ");
      const at = words.indexOf(parts[0] ?? "");
      return at >= 0 && parts.every((part, index) => words[at + index] === part);
    });

function removes(words: readonly string[]): string | undefined {
  const flag = option(words, "rR", "--recursive");
  if (flag !== undefined) return flag;
  return words.some((word) => word.includes("*")) ? "*" : undefined;
}

function sends(words: readonly string[]): string | undefined {
  const isSent = words.some((word, index) => {
    const before = words[index - 1] ?? "";
    if (/^(?:-T|--upload-file)$/.test(before)) return true;
    if (/^(?:-F|--form)$/.test(before)) return word.includes("=@");
    return /^(?:-d|--data(?:-binary|-raw|-urlencode)?)$/.test(before) && word.startsWith("@");
  });
  return isSent ? "" : undefined;
}

function writesForAll(words: readonly string[]): string | undefined {
  const mode = words.find((word) =>
    /^(?:0?[0-7]{2}[2367]|[augo]*[ao][augo]*[+=][rwxX]*w[rwxX]*)$/.test(word),
  );
  return mode !== undefined && mode.length <= 8 ? mode : undefined;
}

function pushes(words: readonly string[]): string | undefined {
  if (!begins(words, "push")) return undefined;
  const flag = has(words, "--force", "--mirror") ?? (has(words, "-f") && "-f");
  if (flag !== undefined) return `push ${flag}`;
  return words.some((word) => /^\+\w/.test(word)) ? "push +" : undefined;
}

const RULES: readonly (readonly [kind: HazardKind, names: string, rule: Rule])[] = [
  ["deletes_files", "rm", removes],
  ["deletes_files", "shred srm", () => ""],
  ["deletes_files", "find", (words) => has(words, "-delete") ?? findRemoves(words)],
  [
    "deletes_files",
    "rsync",
    (words) => words.find((word) => /^--(?:delete|del)(?:-[a-z]+)?$/.test(word)),
  ],
  [
    "deletes_files",
    "git",
    (words) =>
      begins(words, "clean") ? flagged("clean", option(words, "f", "--force")) : undefined,
  ],
  [
    "deletes_files",
    "remove-item ri rd rmdir del erase",
    (words) => words.find((word) => /^(?:-recurse|\/s)$/i.test(word)),
  ],
  [
    "overwrites_disk",
    "dd",
    (words) =>
      words.some((word) => /^of=\/dev\/(?!null|stdout|stderr|tty)/.test(word)) ? "" : undefined,
  ],
  ["overwrites_disk", "wipefs mkswap", () => ""],
  ["stops_machine", "shutdown reboot halt poweroff", () => ""],
  ["stops_machine", "systemctl", verb("reboot", "poweroff", "halt")],
  ["stops_machine", "init telinit", (words) => has(words, "0", "6")],
  ["stops_service", "systemctl", verb("stop", "disable", "mask", "kill")],
  ["stops_service", "service", (words) => (words.at(1) === "stop" ? "stop" : undefined)],
  ["stops_service", "docker docker-compose podman", verb("compose down", "down", "stop", "kill")],
  ["opens_files", "chmod", writesForAll],
  [
    "protection_off",
    "iptables ip6tables nft",
    (words) => has(words, "-F", "--flush") ?? verb("flush ruleset")(words),
  ],
  ["protection_off", "ufw", verb("disable", "reset")],
  ["protection_off", "setenforce", (words) => has(words, "0", "Permissive")],
  ["rewrites_history", "git", pushes],
  [
    "drops_changes",
    "git",
    (words) =>
      begins(words, "reset") && has(words, "--hard") !== undefined ? "reset --hard" : undefined,
  ],
  [
    "deletes_resources",
    "terraform tofu pulumi cdk",
    (words) => (begins(words, "destroy") ? "destroy" : undefined),
  ],
  ["deletes_resources", "kubectl oc", verb("delete", "drain")],
  ["deletes_resources", "helm", verb("uninstall", "delete")],
  [
    "deletes_resources",
    "docker podman",
    verb("system prune", "volume prune", "volume rm", "image prune"),
  ],
  [
    "deletes_resources",
    "aws",
    (words) =>
      begins(words, "s3", "rb")
        ? "s3 rb"
        : begins(words, "s3", "rm") && has(words, "--recursive") !== undefined
          ? "s3 rm"
          : undefined,
  ],
  ["deletes_resources", "gcloud az", verb("delete")],
  ["deletes_resources", "dropdb dropuser", () => ""],
  ["sends_file", "curl", sends],
  ["reads_secret", "cat less more head tail cp scp base64 xxd tar zip openssl grep", secretIn],
];

const RULES_OF = Map.groupBy(
  RULES.flatMap(([kind, names, rule]) => names.split(" ").map((name) => ({ name, kind, rule }))),
  ({ name }) => name,
);

function findRemoves(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => /^-(?:exec|execdir|ok)$/.test(word));
  return at >= 0 && nameOf(words[at + 1] ?? "") === "rm" ? "-exec rm" : undefined;
}

function flagged(verbs: string, flag: string | undefined): string | undefined {
  return flag === undefined ? undefined : `${verbs} ${flag}`;
}

const SECRETS =
  /(?:^|\/)(\.ssh\/id_(?:rsa|dsa|ecdsa|ed25519)|\.aws\/credentials|\.netrc|\.pgpass|\.git-credentials)$|^(\/etc\/g?shadow)$/;

function secretIn(words: readonly string[]): string | undefined {
  for (const word of words) {
    const found = SECRETS.exec(word);
    if (found !== null) return found[1] ?? found[2];
  }
  return undefined;
}

/** What stands out in one command, from its name on, and in the files that it writes into. */
export function hazardOfCommand(
  [name = "", ...words]: readonly string[],
  writes: readonly string[],
): readonly Hazard[] {
  const disk = writes.find((file) =>
    /^\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|disk)\w{1,12}$/.test(file),
  );
  const made = /^mkfs(?:\.[a-z0-9]{1,8})?$/.test(name);
  return [
    ...(RULES_OF.get(name) ?? []).flatMap(({ kind, rule }) => {
      const what = rule(words);
      if (what === undefined) return [];
      return [{ kind, what: kind === "reads_secret" ? what : `${name} ${what}`.trim() }];
    }),
    ...(made ? [{ kind: "overwrites_disk", what: name } as const] : []),
    ...(disk === undefined ? [] : [{ kind: "overwrites_disk", what: `> ${disk}` } as const]),
  ];
}
