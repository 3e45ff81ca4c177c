/*
 * What starts other programs, changes what a later name starts, or writes files where no redirect shows it and
 * nobody expects it. The list is never whole: a rule that
 * allows names the programs that it allows. What stands here needs to be named a second time, since naming
 * it lets pass whatever it starts.
 */

const words = (text: string) => text.trim().split(/\s+/);

/** Whatever they are given. */
const ALWAYS: ReadonlySet<string> = new Set(
  words(`
    - alias autoload bind builtin command compgen complete compopt coproc declare emulate enable eval exec export fc
    float functions getopts hash integer let local mapfile nocorrect noglob print read readarray readonly rehash
    sched set shopt source . time trap typeset unalias unset unsetopt setopt vared zargs zcompile zmodload zstyle
    ash bash busybox csh dash elvish fish ksh mksh nu oksh osh pwsh powershell rbash rc sh tcsh toybox xonsh yash zsh cmd
    at batch crontab atrm anacron systemd-run systemctl launchctl service start-stop-daemon run-parts rc-service
    chroot chpst chrt cgexec dbus-run-session dbus-launch doas entr env expect faketime fakeroot firejail flock ionice
    linux32 linux64 ltrace nice nohup nsenter numactl parallel perf pkexec prlimit proot run0 runcon runuser script
    setarch setpriv setsid sg stdbuf strace su sudo sudoedit taskset timeout torify torsocks unbuffer unshare
    setuidgid softlimit tini dumb-init gosu su-exec valgrind watch watchexec xargs xvfb-run proxychains proxychains4 catchsegv
    ld ld.so ld-linux ld-linux-x86-64.so ldd logsave rlwrap dtach abduco nodemon pm2 forever supervisorctl supervisord
    screen tmux byobu zellij ssh sshpass autossh mosh scp sftp rsync rclone telnet nc ncat netcat socat ftp lftp rsh rlogin rexec
    awk gawk mawk nawk sed gsed ed ex vi vim vimdiff view rvim nvim nano pico emacs emacsclient joe micro hx kak mc
    bc dc gdb lldb m4 make gmake bmake nmake cmake ctest meson ninja samu just task rake thor scons ant mvn mvnw gradle gradlew
    bazel bazelisk buck2 pants sbt lein tox nox invoke fab ansible ansible-playbook pre-commit husky lefthook act
    less more most man apropos info pager git-lfs gh glab hub svn hg bzr jj fossil cvs tig lazygit gitk
    node nodejs deno bun tsx ts-node python pypy ipython perl raku ruby irb erb php lua luajit tclsh wish expect guile
    racket sbcl clisp ghci runghc runhaskell stack ocaml scala kotlin kotlinc groovy jshell java javaw rscript r julia octave
    erl elixir iex swift dart osascript jrunscript jjs crystal nim zig
    npx bunx pnpx corepack uv uvx pipx poetry pdm hatch pipenv conda mamba micromamba pyenv rbenv nvm volta asdf mise direnv
    nix nix-shell nix-env nix-build guix devbox
    docker docker-compose podman nerdctl ctr crictl buildah kubectl oc helm k3s minikube terraform tofu terragrunt pulumi vagrant
    packer lxc lxc-exec lxc-attach machinectl systemd-nspawn runc crun virsh qemu
    aws gcloud az flyctl heroku serverless
    psql sqlite3 mysql mariadb mongosh mongo redis-cli sqlplus clickhouse-client duckdb
    apt apt-get dpkg yum dnf rpm pacman apk brew port snap flatpak gem bundle bundler composer easy_install
    open xdg-open start explorer sensible-browser gio kde-open exo-open run-mailcap see edit
    pytest jest vitest mocha phpunit rspec cargo-watch cpulimit dialog whiptail fzf
    mount umount losetup insmod modprobe kexec nmap tcpdump tshark wireshark capsh openssl gpg gpgsm mutt mail mailx sendmail
    rundll32 regsvr32 mshta wscript cscript wsl msbuild installutil wmic schtasks certutil bitsadmin
    gcc g++ cc c++ clang clang++ tcc rustc javac cpp gccgo tsc eslint prettier webpack vite rollup
  `),
);

/** By program, what may stand first behind it without that it starts others. */
const FIRST_WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    git: "status log show diff rev-parse rev-list ls-files ls-tree cat-file blame shortlog describe branch tag add rm mv commit restore switch checkout stash reset merge-base --version version",
    npm: "ls list ll la view info outdated ping whoami --version -v",
    pnpm: "ls list ll la why outdated --version -v",
    yarn: "list why outdated --version -v",
    cargo: "tree --version -V",
    rustup: "show --version -V",
    go: "version",
    pip: "list show freeze --version",
    dotnet: "--version --info",
  }).map(([name, text]) => [name, new Set(words(text))]),
);

/**
 * By program, the options that have it start others. A long one is meant by its beginning as well, and a
 * letter by every word of letters that it stands in.
 */
const OPTIONS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    find: "-exec -execdir -ok -okdir -delete -fls -fprint -fprint0 -fprintf",
    fd: "-x -X --exec --exec-batch",
    fdfind: "-x -X --exec --exec-batch",
    git: "-c --config-env --exec-path --exec --upload-pack --receive-pack --open-files-in-pager --ext-diff --textconv --git-dir --work-tree --filters --show-signature --gpg-sign --output",
    rg: "--pre --hostname-bin",
    ag: "--pager",
    ack: "--pager",
    bat: "--pager",
    delta: "--pager",
    sort: "-o --compress-program --output",
    tar: "-I -F --use-compress-program --checkpoint-action --to-command --info-script --new-volume-script --rsh-command --rmt-command",
    bsdtar: "--use-compress-program",
    cpio: "--rsh-command",
    zip: "-T -TT --unzip-command --test",
    split: "--filter",
    tree: "-o",
    wget: "-e --use-askpass --config --execute",
    curl: "-K --config",
    sdiff: "--diff-program",
    ip: "netns vrf",
    jobs: "-x",
    printf: "-v",
    test: "-v",
    wait: "-p",
    pip: "--python --config-settings",
    install: "--strip-program",
  }).map(([name, text]) => [name, words(text)]),
);

/** By which words a rule names what the command starts others by, such as `make`, `npm run`, `git -c`. */
export function startsBy(name: string, args: readonly string[]): readonly string[] {
  const program = programOf(name);
  if (ALWAYS.has(program)) return [program];
  const options = OPTIONS.get(program) ?? [];
  const found = options.filter((option) => args.some((arg) => isMeant(option, arg)));
  const [first = ""] = args;
  const harmless = FIRST_WORDS.get(program);
  if (harmless !== undefined && !harmless.has(first)) found.unshift(first);
  return found.map((one) => `${program} ${one}`.trim());
}

/** Whether a rule can name it at all. */
export function isStarter(text: string): boolean {
  const [program = "", second, third] = text.split(" ");
  if (third !== undefined || second === "") return false;
  if (second === undefined) return ALWAYS.has(program) || FIRST_WORDS.has(program);
  return FIRST_WORDS.has(program) || (OPTIONS.get(program)?.includes(second) ?? false);
}

/** `/usr/bin/Python3.12` and `python.exe` are `python`: a name of a starter is sought wherever it may be. */
function programOf(name: string): string {
  const base = name.slice(name.lastIndexOf("/") + 1).toLowerCase();
  if (base === ".") return base;
  const plain = base.replace(/\.(?:exe|cmd|bat|com|ps1)$/, "");
  return KNOWN.has(plain) ? plain : plain.replace(/[-.\d]+$/, "");
}

const KNOWN: ReadonlySet<string> = new Set([...ALWAYS, ...FIRST_WORDS.keys(), ...OPTIONS.keys()]);

function isMeant(option: string, arg: string): boolean {
  if (option.startsWith("--")) {
    const [given = ""] = arg.split("=", 1);
    return given.length > 2 && option.startsWith(given);
  }
  if (/^-\w$/.test(option)) return /^-[^-]/.test(arg) && arg.includes(option.slice(1));
  return arg === option;
}
