import { type Command, Option } from "commander";
import { EarshotError, isEarshotError } from "../../../domain/errors.ts";
import type { KeyId } from "../../../domain/id.ts";
import { inTime } from "../../../domain/in-words.ts";
import { DEFAULT_OVERLAP_MS, INVITATION_LIFE_MS } from "../../../domain/limits.ts";
import {
  type Key,
  type PrincipalKind,
  RIGHTS,
  type Right,
  type Role,
} from "../../../domain/people/principal.ts";
import { present } from "../../../domain/present.ts";
import { HOLD_PRESETS, isHoldPreset } from "../../../domain/requests/holds.ts";
import type { CreatedKey, CreateKeyInput, Earshot } from "../../../ports/earshot/earshot.ts";
import { oneLine } from "../../../render/visible-text.ts";
import { tellLeftOpen } from "../../authority/left-open.ts";
import { signInAddress } from "../../people/address.ts";
import { inboxAt } from "../../people/inbox-at.ts";
import { noteSecond } from "../../people/note-second.ts";
import { idArgument } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule, collect, duration } from "../../terminal/command.ts";
import { answeringServer, connect } from "../../terminal/connect.ts";
import { atControllingTerminal } from "../../terminal/controlling-terminal.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import type { RunContext } from "../../terminal/run-context.ts";
import { orStepUpAtTerminal } from "../../terminal/step-up.ts";

const WORD = "unattended";

/** The group; its commands follow. */
export function defineKeys(program: Command): Command {
  return program
    .command("keys")
    .summary("Make, list, rotate and revoke keys, and accept invitations")
    .description("Make, list, rotate and revoke keys, and accept invitations.");
}

interface CreateOptions {
  readonly agent?: string;
  readonly operator?: string;
  readonly service?: string;
  readonly role?: Role;
  readonly scope?: readonly Right[];
  readonly hold?: number;
  readonly unattendedApprover?: boolean;
  readonly label?: string;
  readonly expires?: number;
}

export const createKey: CommandModule = {
  define: (keys) =>
    addCommand(keys, {
      usage: "create",
      summary: "Make a key of an agent, a service or your own, or invite a person",
      changes: true,
      more: `The last line of standard output is the key. It is shown this once and stored only as a hash. The holder is made where there is none of that name. For another person it is an invitation, good for ${inTime(INVITATION_LIFE_MS)}: they make their own key with it, once, by npx earshot keys accept or in a browser. Somebody who can get in already has to agree first (exit code 75 until then). For a key of a person or service, whoever has a passphrase gives it at the terminal.`,
      examples: [
        "npx earshot keys create --agent scout",
        "npx earshot keys create --agent helper --hold claude-code",
        "npx earshot keys create --operator ana --role approver",
        "npx earshot keys create --service prometheus --scope metrics",
        "npx earshot keys create --agent nightly --label 'CI of web' --expires 90d",
        "npx earshot keys create --unattended-approver",
      ],
    })
      .option("--agent <name>", "for an agent: it may ask, and never answer")
      .option("--operator <name>", "for a person who answers")
      .option("--service <name>", "for another program: it may read and tell")
      .addOption(
        new Option("--role <role>", "of a new operator").choices(["owner", "approver", "viewer"]),
      )
      .addOption(
        new Option(
          "--scope <right>",
          `less than all rights; repeatable: ${RIGHTS.join(", ")}`,
        ).argParser(collect),
      )
      .addOption(
        new Option(
          "--hold <time>",
          `how long the tools of an agent wait for a person, as 50s, or as long as a client does: ${Object.keys(HOLD_PRESETS).join(", ")}`,
        ).argParser(holdOf),
      )
      .option("--label <text>", "what it is for, to tell keys of one holder apart")
      .option(
        "--expires <duration>",
        "when it ends, from now, as 90d; never where absent",
        duration,
      )
      .option(
        "--unattended-approver",
        "for a script that decides in your name, or that of --operator; asks at the terminal",
      ),

  async run(context, command) {
    const options = command.opts<CreateOptions>();
    const isUnattended = options.unattendedApprover === true;
    const earshot = context.connectAs("operator");
    if (isUnattended && (options.agent ?? options.service) !== undefined) {
      command.error("error: Only a person decides: --unattended-approver goes with --operator.");
    }
    const { kind, name } =
      holderOf(options) ??
      (isUnattended
        ? await ownName(earshot)
        : command.error("error: Say for whom: one of --agent, --operator, --service."));
    if (isUnattended) await confirmUnattended(name, context.signal);
    const { role, scope, hold, label, expires } = options;
    const input: CreateKeyInput = {
      kind,
      name,
      ...present({
        role,
        scopes: scope,
        holdMs: hold,
        unattended: isUnattended ? true : undefined,
        label,
        expiresInMs: expires,
      }),
    };
    const isAdded = kind === "person" && !(await isKnown(earshot, name));
    const created = await orStepUpAtTerminal(context.signal, (proof) =>
      earshot.createKey({ ...input, ...proof }, context.call),
    );
    if (isAdded && context.options.json !== true) await noteSecond(context, earshot);
    await printCreated(context, created);
    return EXIT_CODES.answered;
  },
};

async function printCreated(context: RunContext, created: CreatedKey): Promise<void> {
  if (context.options.json === true) context.output.json(created);
  else if (created.key.invitation === undefined) printKey(context, created);
  else await printInvitation(context, created);
}

/** Whoever may not list people makes keys of their own alone. */
async function isKnown(earshot: Pick<Earshot, "listOperators">, name: string): Promise<boolean> {
  try {
    const { items } = await earshot.listOperators();
    return items.some(({ principal }) => principal.name === name);
  } catch (error) {
    if (isEarshotError(error, "NOT_ALLOWED")) return true;
    throw error;
  }
}

function printKey({ output }: RunContext, { key, principal, secret }: CreatedKey): void {
  const { kind, name } = principal;
  output.note(
    `${key.id} for ${kind} ${oneLine(name, 40)}: ${key.scopes.join(", ")}${remarks(key)}`,
  );
  output.note("Keep the key now; it is not shown again.");
  output.line(secret);
}

/** The invitation alone on its line of standard output, and what it is for on standard error. */
async function printInvitation(
  context: RunContext,
  { key, principal, secret }: CreatedKey,
): Promise<void> {
  const { output } = context;
  const name = oneLine(principal.name, 40);
  const server = await answeringServer(context);
  output.note(
    `${key.id} invites ${name}, once, within ${inTime(INVITATION_LIFE_MS)}. For ${name} and nobody else: whoever uses it first is ${name} here.`,
  );
  output.note(
    `In a terminal, which prints their own key: EARSHOT_URL=${server} npx earshot keys accept`,
  );
  output.note(`Or in a browser: ${signInAddress(inboxAt(context, server), secret)}`);
  output.line(secret);
}

export const acceptInvitation: CommandModule = {
  define: (keys) =>
    addCommand(keys, {
      usage: "accept",
      summary: "Make your own key with an invitation, which ends it",
      changes: true,
      more: "The invitation is typed at the terminal without echo, or is the value of EARSHOT_KEY. The last line of standard output is your key. It is shown this once: nobody else has it, not even who invited you.",
      examples: [
        "npx earshot keys accept",
        "EARSHOT_URL=https://earshot.example.com EARSHOT_KEY=ear_invite_… npx earshot keys accept",
      ],
    }),

  async run(context) {
    const { environment, options, signal } = context;
    const invitation =
      environment.key ??
      (await atControllingTerminal(
        { why: "an invitation is typed at one, or is the value of EARSHOT_KEY", signal },
        ({ readSecret }) => readSecret("The invitation: "),
      ));
    const earshot = connect({
      dataFolder: options.data,
      environment: { ...environment, key: invitation },
      as: "operator",
    });
    const made = await earshot.acceptInvitation({ invitation: invitation.trim() }, context.call);
    if (options.json === true) context.output.json(made);
    else printKey(context, made);
    return EXIT_CODES.answered;
  },
};

/** A time, or the name of a client. */
function holdOf(text: string): number {
  return isHoldPreset(text) ? HOLD_PRESETS[text] : duration(text);
}

/** Whose name the caller acts in. */
async function ownName(
  earshot: Pick<Earshot, "whoami">,
): Promise<{ kind: PrincipalKind; name: string }> {
  const { kind, name } = (await earshot.whoami()).principal;
  return { kind, name };
}

/** What a key says besides its rights. */
function remarks({ holdMs, unattended, label, expiresAt }: Key): string {
  return [
    holdMs === undefined ? "" : `, holds ${holdMs / 1_000}s`,
    unattended === true ? ", unattended" : "",
    label === undefined ? "" : `, for ${oneLine(label, 40)}`,
    expiresAt === undefined ? "" : `, ends ${expiresAt}`,
  ].join("");
}

function holderOf({
  agent,
  operator,
  service,
}: CreateOptions): { kind: PrincipalKind; name: string } | undefined {
  const named: { kind: PrincipalKind; name: string | undefined }[] = [
    { kind: "agent", name: agent },
    { kind: "person", name: operator },
    { kind: "service", name: service },
  ];
  const [holder, ...others] = named.filter(({ name }) => name !== undefined);
  if (holder?.name === undefined || others.length > 0) return undefined;
  return { kind: holder.kind, name: holder.name };
}

export const listKeys: CommandModule = {
  define: (keys) =>
    addCommand(keys, {
      usage: "list",
      summary: "List keys and invitations, without their secrets",
      more: "Your own, with when each was used last. Owners see those of everybody.",
      examples: ["npx earshot keys list"],
    }),

  async run(context) {
    const listed = await context.connectAs("operator").listKeys();
    if (context.options.json === true) {
      context.output.json(listed);
      return EXIT_CODES.answered;
    }
    for (const { key, principal } of listed.items) {
      const role = principal.kind === "person" ? ` (${principal.role})` : "";
      context.output.line(
        `${key.id}  ${principal.kind} ${oneLine(principal.name, 40)}${role}  ${stateOf(key)}`,
      );
    }
    return EXIT_CODES.answered;
  },
};

function stateOf(key: Key): string {
  const { invitation, revokedAt, usedAt, scopes } = key;
  if (invitation !== undefined) {
    return revokedAt === undefined
      ? `invitation, until ${invitation.expiresAt}`
      : `invitation, over ${revokedAt}`;
  }
  if (revokedAt !== undefined) return `revoked ${revokedAt}`;
  const use = usedAt === undefined ? "" : `  used ${usedAt}`;
  return `${scopes.join(",")}${remarks(key)}${use}`;
}

interface RotateOptions {
  readonly overlap: number;
  readonly expires?: number;
}

export const rotateKey: CommandModule = {
  define: (keys) =>
    addCommand(keys, {
      usage: "rotate",
      summary: "Replace a key by a new one; the former ends after an overlap",
      changes: true,
      more: "The last line of standard output is the new key. It has the holder, the rights, the label and the length of life of the former. Put it where the former is kept before that ends. What was decided with the former stands.",
      examples: [
        "npx earshot keys rotate key_01j…",
        "npx earshot keys rotate key_01j… --overlap 0s",
      ],
    })
      .addArgument(idArgument("key"))
      .option(
        "--overlap <duration>",
        "how long the former stays good",
        duration,
        DEFAULT_OVERLAP_MS,
      )
      .option("--expires <duration>", "when the new one ends, from now", duration),

  async run(context, command) {
    const [id] = command.processedArgs as [KeyId];
    const { overlap: overlapMs, expires } = command.opts<RotateOptions>();
    const input = { id, overlapMs, ...present({ expiresInMs: expires }) };
    const earshot = context.connectAs("operator");
    const rotated = await orStepUpAtTerminal(context.signal, (proof) =>
      earshot.rotateKey({ ...input, ...proof }, context.call),
    );
    if (context.options.json === true) context.output.json(rotated);
    else {
      const { key, principal, former } = rotated;
      context.output.note(
        `${key.id} for ${principal.kind} ${oneLine(principal.name, 40)}${remarks(key)}. ${former.id} ends ${former.expiresAt}.`,
      );
      context.output.note("Keep the key now; it is not shown again.");
      context.output.line(rotated.secret);
    }
    return EXIT_CODES.answered;
  },
};

export const revokeKey: CommandModule = {
  define: (keys) =>
    addCommand(keys, {
      usage: "revoke",
      summary: "Revoke a key at once and for good",
      changes: true,
      more: "What the agent of its last key has asked stays open, and is marked in lists; how many that are is said, with the command that closes them.",
      examples: ["npx earshot keys revoke key_01j…"],
    }).addArgument(idArgument("key")),

  async run(context, command) {
    const [id] = command.processedArgs as [KeyId];
    const earshot = context.connectAs("operator");
    const { items } = await earshot.listKeys();
    const known = items.find((listed) => listed.key.id === id);
    const before = known?.key.revokedAt;
    const key = await earshot.revokeKey({ id }, context.call);
    if (context.options.json === true) context.output.json(key);
    else {
      context.output.note(
        before === undefined
          ? `Revoked ${key.id}.`
          : `${key.id} was revoked already, at ${before}.`,
      );
      // With a person's key revoked, this very command may have none to look with.
      if (known?.principal.kind === "agent") {
        await tellLeftOpen(context, earshot, ({ principal, keys }) => {
          return principal.id === key.principal && keys === 0;
        });
      }
    }
    return EXIT_CODES.answered;
  },
};

/** A person has to confirm at their own terminal that a script may decide for them. */
async function confirmUnattended(name: string, signal: AbortSignal): Promise<void> {
  const why = "a key for scripts that decide is made by a person at one";
  const typed = await atControllingTerminal({ why, signal }, async ({ print, readLine }) => {
    print(
      [
        `Anyone with this key decides in the name of ${oneLine(name, 80)}, HIGH and CRITICAL included`,
        "where the policy wants no passphrase, and nobody looks at it. The log names each such decision.",
        "An agent that can read the key can approve what it asks for itself.",
      ].join("\n"),
    );
    return await readLine(`Type ${WORD} to make it: `);
  });
  if (typed.trim() === WORD) return;
  throw new EarshotError("INVALID_INPUT", `That is not ${WORD}. No key was made.`);
}
