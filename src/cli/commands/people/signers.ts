import { type Command, Option } from "commander";
import { EarshotError } from "../../../domain/errors.ts";
import { inTime } from "../../../domain/in-words.ts";
import type { PersonPrincipal } from "../../../domain/people/principal.ts";
import { present } from "../../../domain/present.ts";
import { ALONE_WAIT_MS } from "../../../domain/votes/signer-changes.ts";
import type { Entrance, StatementOf } from "../../../domain/votes/statement.ts";
import type { Earshot } from "../../../ports/earshot/earshot.ts";
import type {
  ChangedSigner,
  ListedSigner,
  WaitingStatement,
} from "../../../ports/earshot/signers.ts";
import { oneLine } from "../../../render/visible-text.ts";
import { statements } from "../../../system/votes/statements.ts";
import {
  type FollowedChain,
  followedChain,
  pinnedChain,
  trustOf,
} from "../../signers/followed-chain.ts";
import { type Hand, type Said, signAndSend } from "../../signers/sign-statement.ts";
import {
  findSignerFile,
  makeSignerFile,
  type SignerFile,
  signerFileOf,
} from "../../signers/signer-file.ts";
import { readTrust, writeTrust } from "../../signers/trust-file.ts";
import { idArgument } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import {
  atControllingTerminal,
  type ControllingTerminal,
} from "../../terminal/controlling-terminal.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import type { RunContext } from "../../terminal/run-context.ts";

const NAME_WIDTH = 40;
const PASSPHRASE = "Passphrase of the key that signs: ";
const TRUST = ["--trust <file>", "follow the signers from the pin in this file"] as const;
const WHY = "the passphrase of a key that signs is typed at one";

/** The group; its commands follow. */
export function defineSigners(program: Command): Command {
  return program
    .command("signer")
    .summary("Sign with a key of your own: add signers, let people in, pin them")
    .description("Sign with a key of your own: add signers, let people in, pin them.");
}

export const listSigners: CommandModule = {
  define: (signer) =>
    addCommand(signer, {
      usage: "list",
      summary: "List who has signers, who says who may sign, and what waits for others",
      examples: ["npx earshot signer list"],
    }),

  async run({ connectAs, output, options }) {
    const state = await connectAs("operator").listSigners();
    if (options.json === true) {
      output.json(state);
      return EXIT_CODES.answered;
    }
    for (const { name, owner, signers } of state.people) {
      output.line(`${oneLine(name, NAME_WIDTH)}${owner ? "  owner" : ""}`);
      for (const one of signers) output.line(`  ${signerLine(one)}`);
    }
    for (const one of state.waiting) output.line(waitingLine(one));
    if (state.root === undefined) output.note("Nobody has a signer yet: npx earshot signer add");
    return EXIT_CODES.answered;
  },
};

function signerLine({ id, grade, kept, from, until }: ListedSigner): string {
  const what = grade === "passkey" ? "passkey" : `key in a ${kept}`;
  return `${id}  ${what}  since ${from}${until === undefined ? "" : `, ended ${until}`}`;
}

/** By what this program has computed itself. */
function waitingLine({ signed: { statement } }: WaitingStatement): string {
  const digest = statements.digest(statement);
  const until = `until ${statement.until}`;
  switch (statement.purpose) {
    case "earshot.enrol": {
      const { name, signer, as } = statement;
      const what = `${oneLine(name, NAME_WIDTH)} waits to be let in with ${signer} (${as}), ${until}`;
      return `${what}: npx earshot signer admit ${digest}`;
    }
    case "earshot.admit":
      return `${statement.voter} has admitted ${statement.enrol}, ${until}`;
    case "earshot.end":
      return `${statement.voter} wants to end ${statement.ended}, ${until}: npx earshot signer end ${statement.ended}`;
    case "earshot.owner":
      return `${statement.voter} wants ${statement.person} ${statement.owner ? "as an owner" : "as an owner no longer"}, ${until}`;
    default:
      return digest;
  }
}

export const addSigner: CommandModule = {
  define: (signer) =>
    addCommand(signer, {
      usage: "add",
      summary: "Make a key that signs in your name, in this folder",
      changes: true,
      more: `The key is kept in a file under a passphrase, which is asked for at the terminal. The first owner who does this begins the chain of signers. Everybody else waits to be let in: by a signer of their own if they have one, otherwise by two people, the first of them an owner. An only owner waits ${inTime(ALONE_WAIT_MS)}.`,
      examples: ["npx earshot signer add", "npx earshot signer add --recover"],
    })
      .addOption(new Option("--recover", "your other signers are lost to you, and end with it"))
      .option(...TRUST),

  async run(context, command) {
    const { recover = false, trust } = command.opts<{
      readonly recover?: boolean;
      readonly trust?: string;
    }>();
    const earshot = context.connectAs("operator");
    const { id: voter, name } = (await earshot.whoami()).principal;
    if (!/^prn_/.test(voter)) throw new EarshotError("NOT_ALLOWED", "Only a person signs.");
    const chain = await pinnedChain(earshot, trust);
    const as = entranceOf(chain, voter, recover);
    const { data } = context.options;
    const kept = findSignerFile(data, voter);
    const waits = kept && (await waitingOf(earshot, kept, chain));
    const done =
      waits ?? (await atControllingTerminal({ why: WHY, signal: context.signal }, enrolled));
    async function enrolled(at: ControllingTerminal) {
      // A key whose enrolment did not get here, or whose answer got lost, stays, and is enrolled now.
      const { signer: key, secret } =
        kept === undefined
          ? await makeSignerFile(data, voter, at)
          : { signer: kept.signer, secret: kept.open(await at.readSecret(PASSPHRASE)) };
      const signer = statements.signerId(key);
      const said: Said = { purpose: "earshot.enrol", as, name, key };
      const hand = { voter, signer, secret, chain };
      return { ...(await signAndSend(context, hand, { said, subject: voter })), signer };
    }
    if (context.options.json === true) context.output.json(done);
    else tellAdded(context, done);
    return EXIT_CODES.answered;
  },
};

/** The enrolment of a key that waits to be let in; undefined where it was never sent. */
async function waitingOf(
  earshot: Pick<Earshot, "listSigners">,
  { id: signer, path }: SignerFile,
  chain: FollowedChain | undefined,
): Promise<(ChangedSigner & { readonly signer: string }) | undefined> {
  const known = [...(chain?.set.people.values() ?? [])].flatMap(({ signers }) => signers);
  if (known.some(({ id }) => id === signer)) {
    throw new EarshotError(
      "INVALID_INPUT",
      `You have a key in ${path}, and it has come in: npx earshot signer list. Move it away first if you want another; nothing was changed.`,
    );
  }
  const { waiting } = await earshot.listSigners();
  const enrol = waiting.find(
    ({ signed: { statement } }) =>
      statement.purpose === "earshot.enrol" && statement.signer === signer,
  );
  return enrol && { digest: enrol.digest, state: "waits", signer };
}

function entranceOf(
  chain: FollowedChain | undefined,
  voter: string,
  isRecovery: boolean,
): Entrance {
  if (chain === undefined) return "root";
  const known = chain.set.people.get(voter);
  if (known === undefined) return "introduction";
  const hasAny = known.signers.some(({ until }) => until === undefined);
  return hasAny && !isRecovery ? "own" : "recovery";
}

function tellAdded(
  { output }: RunContext,
  { state, digest, signer }: ChangedSigner & { readonly signer: string },
): void {
  output.line(signer);
  if (state === "done") {
    output.note("It signs in your name. Write down what others pin: npx earshot signer root");
    return;
  }
  output.note(
    `It waits to be let in. Tell whoever lets you in this id, by another way than here, and:`,
  );
  output.note(`npx earshot signer admit ${digest}`);
}

export const admitSigner: CommandModule = {
  define: (signer) =>
    addCommand(signer, {
      usage: "admit <digest>",
      summary: "Let a signer in that waits",
      changes: true,
      more: "Compare the id of the signer with what its person tells you by another way. The passphrase of your own key is asked for at the terminal.",
      examples: ["npx earshot signer admit 3f2a…"],
    }).option(...TRUST),

  async run(context, command) {
    const [digest] = command.processedArgs as [string];
    const enrol = await waitingEnrol(context, digest);
    const { as, voter: person } = enrol;
    if (as === "root") throw notWaiting(digest);
    const shown = `${oneLine(enrol.name, NAME_WIDTH)} (${person}) with the signer ${enrol.signer} (${as})`;
    const said: Said = {
      purpose: "earshot.admit",
      as,
      person,
      enrol: statements.digest(enrol),
    };
    return await signed(context, command, { said, subject: said.enrol, shown: `Let in: ${shown}` });
  },
};

async function waitingEnrol(
  { connectAs }: RunContext,
  digest: string,
): Promise<StatementOf<"earshot.enrol">> {
  const { waiting } = await connectAs("operator").listSigners();
  for (const { signed: one } of waiting) {
    const { statement } = one;
    if (statement.purpose !== "earshot.enrol" || statements.digest(statement) !== digest) continue;
    if (statements.signerId(statement.key) === statement.signer) return statement;
  }
  throw notWaiting(digest);
}

function notWaiting(digest: string): EarshotError {
  return new EarshotError(
    "NOT_FOUND",
    `No enrolment of the digest ${digest} waits here. See them: npx earshot signer list`,
    { details: { digest } },
  );
}

export const endSigner: CommandModule = {
  define: (signer) =>
    addCommand(signer, {
      usage: "end <signer>",
      summary: "End a signer: what it signs counts no more",
      changes: true,
      more: "Your own, or as an owner somebody else's; an owner's take two owners. Whoever has had a signer and has none left decides nothing that wants one until they have recovered.",
      examples: ["npx earshot signer end sig_3f2a…"],
    }).option(...TRUST),

  async run(context, command) {
    const [ended] = command.processedArgs as [string];
    const chain = await followedChain(context.connectAs("operator"));
    const people = [...(chain?.set.people.values() ?? [])];
    const of = people.find(({ signers }) => signers.some(({ id }) => id === ended));
    if (of === undefined) {
      throw new EarshotError(
        "NOT_FOUND",
        `Nobody has the signer ${ended}: npx earshot signer list`,
      );
    }
    const said: Said = { purpose: "earshot.end", person: of.id, ended };
    const shown = `End the signer ${ended} of ${oneLine(of.name, NAME_WIDTH)} (${of.id})`;
    return await signed(context, command, { said, subject: ended, shown });
  },
};

export const ownerOfSigners: CommandModule = {
  define: (signer) =>
    addCommand(signer, {
      usage: "owner",
      summary: "Make somebody one of the owners who say who may sign, or end that",
      changes: true,
      more: "It takes two owners where there are two. Anybody can end it for themselves.",
      examples: ["npx earshot signer owner ben", "npx earshot signer owner ben --no-longer"],
    })
      .addArgument(idArgument("operator", "<name>"))
      .addOption(new Option("--no-longer", "they are none any more"))
      .option(...TRUST),

  async run(context, command) {
    const [{ id: person, name }] = command.processedArgs as [PersonPrincipal];
    // Commander reads `--no-…` as an option that is on by default.
    const { longer = true } = command.opts<{ readonly longer?: boolean }>();
    const said: Said = { purpose: "earshot.owner", person, owner: longer };
    const shown = `${oneLine(name, NAME_WIDTH)} (${person}) ${longer ? "says" : "no longer says"} who may sign`;
    return await signed(context, command, { said, subject: person, shown });
  },
};

export const lostSigners: CommandModule = {
  define: (signer) =>
    addCommand(signer, {
      usage: "lost <digest>",
      summary: "Recover where nobody is left to let you in, a day after signer add --recover",
      changes: true,
      more: "Whoever has pinned the signers does not follow this, and needs a new pin.",
      examples: ["npx earshot signer lost 3f2a…"],
    }),

  async run({ connectAs, call, options, output }, command) {
    const [lost] = command.processedArgs as [string];
    const done = await connectAs("operator").changeSigners({ lost }, call);
    if (options.json === true) output.json(done);
    else output.note("Your new signer signs from now on. Pins have to be made anew.");
    return EXIT_CODES.answered;
  },
};

export const signerRoot: CommandModule = {
  define: (signer) =>
    addCommand(signer, {
      usage: "root",
      summary: "Print the fingerprint of the signers, and pin it in a file",
      more: "The file keeps the newest entry that was seen, too, and is brought up to date by each command that is given it. Compare the fingerprint with another owner's before you rely on it.",
      examples: ["npx earshot signer root", "npx earshot signer root --trust signers.json"],
    }).addOption(new Option("--trust <file>", "the file that pins it")),

  async run({ connectAs, options, output }, command) {
    const { trust: path } = command.opts<{ readonly trust?: string }>();
    const former = path === undefined ? undefined : readTrust(path);
    const chain = await followedChain(connectAs("operator"), former);
    if (chain === undefined) {
      throw new EarshotError("NOT_FOUND", "Nobody has a signer yet: npx earshot signer add");
    }
    if (path !== undefined) writeTrust(path, trustOf(chain));
    const { root, set } = chain;
    const { deployment, workspace, head } = set;
    if (options.json === true) output.json({ deployment, workspace, root, head });
    else output.line(root);
    return EXIT_CODES.answered;
  },
};

/** Shows what is signed, asks for the passphrase of the person's key, and sends it. */
async function signed(
  context: RunContext,
  command: Command,
  {
    said,
    subject,
    shown,
  }: { readonly said: Said; readonly subject: string; readonly shown: string },
): Promise<number> {
  const { connectAs, options, output, signal } = context;
  const earshot = connectAs("operator");
  const { id: voter } = (await earshot.whoami()).principal;
  const file = signerFileOf(options.data, voter);
  const { trust } = command.opts<{ readonly trust?: string }>();
  const chain = await pinnedChain(earshot, trust);
  const done = await atControllingTerminal({ why: WHY, signal }, async ({ print, readSecret }) => {
    print(shown);
    const secret = file.open(await readSecret(PASSPHRASE));
    const hand: Hand = { voter, signer: file.id, secret, chain };
    return await signAndSend(context, hand, { said, subject });
  });
  if (options.json === true) output.json(present({ ...done }));
  else output.note(done.state === "done" ? "Signed, and done." : "Signed. It waits for others.");
  return EXIT_CODES.answered;
}
