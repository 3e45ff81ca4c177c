import { type Command, Option } from "commander";
import { HOLD_PRESETS, isHoldPreset } from "../../domain/hold-presets.ts";
import type { KeyId } from "../../domain/id.ts";
import type { Key, PrincipalKind, Role } from "../../domain/principal.ts";
import { RIGHTS, type Right } from "../../domain/rights.ts";
import { oneLine } from "../../render/visible-text.ts";
import { addCommand, type CommandModule, collect, duration } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { idArgument } from "../id-argument.ts";

/** The group; its commands follow. */
export function defineKeys(program: Command): Command {
  return program
    .command("keys")
    .summary("Make, list and revoke keys")
    .description("Make, list and revoke keys.");
}

interface CreateOptions {
  readonly agent?: string;
  readonly operator?: string;
  readonly service?: string;
  readonly role?: Role;
  readonly scope?: readonly Right[];
  readonly hold?: number;
}

export const createKey: CommandModule = {
  define: (keys) =>
    addCommand(keys, {
      usage: "create",
      summary: "Make a key, and its holder where there is none of that name",
      more: "The last line of standard output is the key. It is shown this once and stored only as a hash.",
      examples: [
        "npx earshot keys create --agent scout",
        "npx earshot keys create --agent helper --hold claude-code",
        "npx earshot keys create --operator ana --role approver",
        "npx earshot keys create --service prometheus --scope operate",
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
      ),

  async run(context, command) {
    const options = command.opts<CreateOptions>();
    const { kind, name } =
      holderOf(options) ??
      command.error("error: Say for whom: one of --agent, --operator, --service.");
    const { role, scope, hold } = options;
    const created = await context.connectAs("operator").createKey(
      {
        kind,
        name,
        ...(role === undefined ? {} : { role }),
        ...(scope === undefined ? {} : { scopes: scope }),
        ...(hold === undefined ? {} : { holdMs: hold }),
      },
      context.call,
    );
    if (context.options.json === true) context.output.json(created);
    else {
      const { key, principal } = created;
      context.output.note(
        `${key.id} for ${principal.kind} ${name}: ${key.scopes.join(", ")}${holdText(key)}`,
      );
      context.output.note("Keep the key now; it is not shown again.");
      context.output.line(created.secret);
    }
    return EXIT_CODES.answered;
  },
};

/** A time, or the name of a client. */
function holdOf(text: string): number {
  return isHoldPreset(text) ? HOLD_PRESETS[text] : duration(text);
}

/** How long the tools that are called with a key wait, where it says so itself. */
function holdText({ holdMs }: Key): string {
  return holdMs === undefined ? "" : `, holds ${holdMs / 1_000}s`;
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
      summary: "List all keys, without their secrets",
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
      const state =
        key.revokedAt === undefined
          ? `${key.scopes.join(",")}${holdText(key)}`
          : `revoked ${key.revokedAt}`;
      context.output.line(
        `${key.id}  ${principal.kind} ${oneLine(principal.name, 40)}${role}  ${state}`,
      );
    }
    return EXIT_CODES.answered;
  },
};

export const revokeKey: CommandModule = {
  define: (keys) =>
    addCommand(keys, {
      usage: "revoke",
      summary: "Revoke a key at once and for good",
      examples: ["npx earshot keys revoke key_01j…"],
    }).addArgument(idArgument("key")),

  async run(context, command) {
    const [id] = command.processedArgs as [KeyId];
    const key = await context.connectAs("operator").revokeKey({ id }, context.call);
    if (context.options.json === true) context.output.json(key);
    else context.output.note(`Revoked ${key.id}.`);
    return EXIT_CODES.answered;
  },
};
