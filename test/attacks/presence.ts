import type { OpenAuthorization, Shown } from "../../src/domain/requests/request.ts";
import type { Presence } from "../../src/ports/earshot/authority.ts";
import type { CallOptions } from "../../src/ports/earshot/call.ts";
import type { Attack, Family } from "./attack.ts";
import { approval } from "./deciders.ts";
import { PASSPHRASE, type Part, type Scene } from "./scene.ts";

const LIKE = "A8: an agent, or a script, that holds the key of an operator";
const HIGH = { tool: "delete_user_data", args: { user_id: "user123" } };
const CRITICAL = { tool: "admin_reset_system", args: {} };
const cli: CallOptions = { via: "cli" };

interface Try {
  readonly refusal: string;
  readonly by?: Part;
  readonly options?: CallOptions;
  readonly presence?: (request: Shown<OpenAuthorization>) => Presence;
  readonly before?: (scene: Scene) => Promise<unknown>;
}

const on =
  (family: string, asked: typeof HIGH | typeof CRITICAL) =>
  (id: string, does: string, { by = "ana", ...rest }: Try): Attack =>
    approval({ id: `${family}/${id}`, does, like: LIKE, by, asked, ...rest });
const high = on("presence/high", HIGH);
const critical = on("presence/critical", CRITICAL);

const digestOf = ({ authorization }: Shown<OpenAuthorization>) => authorization.digest;
const NOT_THERE = "NOT_ALLOWED not_at_a_terminal";
const NOT_TYPED = "NOT_ALLOWED digest_not_typed";
const withPassphrase = async (scene: Scene) => {
  await (await scene.as("ana")).setPassphrase({ passphrase: PASSPHRASE });
};

const ELSEWHERE = ["http", "mcp", "library", "webhook", "slack", "telegram", "email", "inbox"];

export const presence: Family = {
  name: "unattended keys and step-up",
  attacks: [
    ...ELSEWHERE.map((via) =>
      high(`via-${via}`, `approves HIGH by an ordinary key via ${via}`, {
        refusal: NOT_THERE,
        options: { via: via as "http" },
        presence: (request) => ({ typed: digestOf(request) }),
      }),
    ),
    high("not-typed", "types nothing", { refusal: NOT_TYPED, options: cli }),
    high("empty", "types nothing but an enter", {
      refusal: NOT_TYPED,
      options: cli,
      presence: () => ({ typed: "" }),
    }),
    high("spaces", "types blanks", {
      refusal: NOT_TYPED,
      options: cli,
      presence: () => ({ typed: "        " }),
    }),
    high("yes", "types yes", {
      refusal: NOT_TYPED,
      options: cli,
      presence: () => ({ typed: "yes" }),
    }),
    high("too-short", "types five digits", {
      refusal: NOT_TYPED,
      options: cli,
      presence: (request) => ({ typed: digestOf(request).slice(0, 5) }),
    }),
    high("from-the-middle", "types six digits from the middle", {
      refusal: NOT_TYPED,
      options: cli,
      presence: (request) => ({ typed: digestOf(request).slice(1, 7) }),
    }),
    high("from-the-end", "types the last six digits", {
      refusal: NOT_TYPED,
      options: cli,
      presence: (request) => ({ typed: digestOf(request).slice(-6) }),
    }),
    high("too-long", "types one digit more than the digest has", {
      refusal: NOT_TYPED,
      options: cli,
      presence: (request) => ({ typed: `${digestOf(request)}0` }),
    }),
    high("wildcard", "types a pattern", {
      refusal: NOT_TYPED,
      options: cli,
      presence: () => ({ typed: "******" }),
    }),
    high("of-another-request", "types the digits of another request", {
      refusal: NOT_TYPED,
      options: cli,
      presence: () => ({ typed: "0".repeat(64) }),
    }),
    high("script", "approves HIGH by an unattended key", {
      refusal: "NOT_ALLOWED not_own_hand",
      by: "script",
      options: cli,
      presence: (request) => ({ typed: digestOf(request) }),
    }),
    critical("script", "approves CRITICAL by an unattended key", {
      refusal: "NOT_ALLOWED not_own_hand",
      by: "script",
    }),
    critical("script-by-rule", "does so where a rule counts every hand", {
      refusal: "STEP_UP_NEEDED unattended",
      by: "script",
      before: (scene) => scene.rules({ name: "all", tools: ["*"], hands: "any" }),
    }),
    critical("script-with-passphrase", "gives an unattended key the person's passphrase", {
      refusal: "NOT_ALLOWED not_own_hand",
      by: "script",
      before: withPassphrase,
      presence: (request) => ({ typed: digestOf(request), passphrase: PASSPHRASE }),
    }),
    critical("no-passphrase", "gives no passphrase", {
      refusal: "STEP_UP_NEEDED no_passphrase",
      options: cli,
      before: withPassphrase,
      presence: (request) => ({ typed: digestOf(request) }),
    }),
    critical("none-set", "has set no passphrase", {
      refusal: "STEP_UP_NEEDED none_set",
      options: cli,
      presence: (request) => ({ typed: digestOf(request), passphrase: PASSPHRASE }),
    }),
    ...[
      ["wrong", "gives a wrong passphrase", "not the right passphrase"],
      ["empty", "gives an empty passphrase", ""],
      ["capitals", "gives the passphrase in capitals", PASSPHRASE.toUpperCase()],
      ["cut", "gives the beginning of the passphrase", PASSPHRASE.slice(0, -1)],
      ["longer", "gives the passphrase and more", `${PASSPHRASE}x`],
      ["space", "gives the passphrase and a space", `${PASSPHRASE} `],
      ["nul", "ends the passphrase with NUL", `${PASSPHRASE}\0`],
    ].map(([id = "", does = "", passphrase = ""]) =>
      critical(`passphrase-${id}`, does, {
        refusal: "STEP_UP_NEEDED wrong_passphrase",
        options: cli,
        before: withPassphrase,
        presence: (request) => ({ typed: digestOf(request), passphrase }),
      }),
    ),
    critical("of-another-person", "gives the passphrase of somebody else", {
      refusal: "STEP_UP_NEEDED none_set",
      by: "ben",
      options: cli,
      before: withPassphrase,
      presence: (request) => ({ typed: digestOf(request), passphrase: PASSPHRASE }),
    }),
    critical("passphrase-not-typed", "gives the passphrase and types no digits", {
      refusal: NOT_TYPED,
      options: cli,
      before: withPassphrase,
      presence: () => ({ passphrase: PASSPHRASE }),
    }),
    critical("passphrase-over-http", "gives the passphrase over HTTP", {
      refusal: NOT_THERE,
      options: { via: "http" },
      before: withPassphrase,
      presence: (request) => ({ typed: digestOf(request), passphrase: PASSPHRASE }),
    }),
    critical("guessed-too-often", "guesses right after five wrong passphrases", {
      refusal: "STEP_UP_NEEDED too_many",
      options: cli,
      async before(scene) {
        await withPassphrase(scene);
        const { id, authorization } = await scene.seek({ ...CRITICAL, joinKey: "guess" });
        const ana = await scene.as("ana");
        const { digest } = authorization;
        for (const passphrase of ["a", "b", "c", "d", "e"]) {
          await ana.approve({ id, digest, typed: digest, passphrase }, cli).catch(() => {});
        }
      },
      presence: (request) => ({ typed: digestOf(request), passphrase: PASSPHRASE }),
    }),
    setting("changed-without-former", "sets a new passphrase without the former", {
      refusal: "STEP_UP_NEEDED no_passphrase",
      by: "ana",
      input: { passphrase: "another long passphrase" },
    }),
    setting("changed-with-wrong-former", "sets a new passphrase with a wrong former", {
      refusal: "STEP_UP_NEEDED wrong_passphrase",
      by: "ana",
      input: { passphrase: "another long passphrase", former: "guess" },
    }),
    setting("changed-by-script", "sets a passphrase by an unattended key", {
      refusal: "NOT_ALLOWED",
      by: "script",
      input: { passphrase: "another long passphrase", former: PASSPHRASE },
    }),
    setting("short", "sets a passphrase that can be guessed", {
      refusal: "INVALID_INPUT",
      by: "ben",
      input: { passphrase: "short" },
    }),
    ...(["policy", "permit", "keys", "erase"] as const).map(byScript),
  ],
};

function setting(
  id: string,
  does: string,
  {
    refusal,
    by,
    input,
  }: {
    readonly refusal: string;
    readonly by: Part;
    readonly input: { readonly passphrase: string; readonly former?: string };
  },
): Attack {
  return {
    id: `presence/passphrase-${id}`,
    does,
    like: LIKE,
    refusal,
    async prepare(scene) {
      await withPassphrase(scene);
      const as = await scene.as(by);
      return () => as.setPassphrase(input);
    },
  };
}

/** A key for scripts that decide does nothing else. */
function byScript(right: "policy" | "permit" | "keys" | "erase"): Attack {
  return {
    id: `presence/script-${right}`,
    like: LIKE,
    refusal: "NOT_ALLOWED",
    does: `uses an unattended key for the right "${right}"`,
    async prepare(scene) {
      const { id } = await scene.seek();
      const script = await scene.as("script");
      const deeds = {
        policy: () => script.applyPolicy({ source: { version: 1, rules: [] } }),
        permit: () => script.permit({ scope: "once", like: id }),
        keys: () => script.createKey({ kind: "person", name: "eve" }),
        erase: () => script.erase({ id }),
      };
      return deeds[right];
    },
  };
}
