import { Command } from "commander";
import { approve } from "../../src/cli/commands/authority/approve.ts";
import { resolveReferences } from "../../src/cli/terminal/resolve-reference.ts";
import type { RunContext } from "../../src/cli/terminal/run-context.ts";
import type { RequestId } from "../../src/domain/id.ts";
import type { OpenAuthorization, Shown } from "../../src/domain/requests/request.ts";
import type { Attack, Family } from "./attack.ts";
import type { Part, Scene } from "./scene.ts";

const LIKE =
  "A7: a yes to one thing lands on another, because an abbreviation of its id means both";

/** Approves what a person calls so at the command line, by the digest of what they have seen. */
async function approvedBy(scene: Scene, part: Part, { called, seen, isUnseen = false }: Called) {
  const earshot = await scene.as(part);
  const style = { dim: (text: string) => text };
  const output = { note: () => {}, style };
  const context = { connectAs: () => earshot, output } as unknown as RunContext;
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  const command = approve.define(program);
  command.action(async () => {
    await resolveReferences(context, command);
    const [id] = command.processedArgs as [RequestId];
    const { digest } = seen.authorization;
    await earshot.approve({ id, digest, typed: digest.slice(0, 6) }, { via: "cli" });
  });
  const flags = isUnseen ? ["--yes"] : [];
  await program.parseAsync(["approve", called, ...flags], { from: "user" });
}

interface Called {
  readonly called: string;
  /** Whose digest they have read. */
  readonly seen: Shown<OpenAuthorization>;
  /** Nobody is asked. */
  readonly isUnseen?: boolean;
}

const BEGINNING = "req_".length + 6;
const endOf = ({ id }: Shown<OpenAuthorization>) => id.slice(-8);

function calling(
  { id, does, refusal }: Pick<Attack, "id" | "does" | "refusal">,
  by: Part,
  called: (
    one: Shown<OpenAuthorization>,
    other: Shown<OpenAuthorization>,
    scene: Scene,
  ) => Promise<Called> | Called,
): Attack {
  return {
    id: `parts-of-ids/${id}`,
    does,
    like: LIKE,
    refusal,
    async prepare(scene) {
      const one = await scene.seek({ joinKey: "one" });
      const other = await scene.seek({ joinKey: "other", args: { to: "eve@example.org" } });
      const what = await called(one, other, scene);
      return () => approvedBy(scene, by, what);
    },
  };
}

export const partsOfIds: Family = {
  name: "parts of ids",
  attacks: [
    calling(
      {
        id: "ambiguous",
        does: "asks twice at once, so that the beginning of an id means both, and has it approved",
        refusal: "INVALID_INPUT",
      },
      "ana",
      (one) => ({ called: one.id.slice(0, BEGINNING), seen: one }),
    ),
    calling(
      {
        id: "ambiguous-closed",
        does: "takes one of both back, so that the beginning may mean what is closed",
        refusal: "INVALID_INPUT",
      },
      "ana",
      async (one, other, scene) => {
        await (await scene.as("scout")).cancel({ id: other.id });
        return { called: one.id.slice(0, BEGINNING), seen: one };
      },
    ),
    calling(
      {
        id: "of-another",
        does: "has the end of another request's id typed by somebody who has read this one",
        refusal: "DIGEST_MISMATCH",
      },
      "ana",
      (one, other) => ({ called: endOf(other), seen: one }),
    ),
    calling(
      {
        id: "unseen",
        does: "has a script approve by the end of an id, where nobody is shown what it means",
        refusal: "INVALID_INPUT",
      },
      "ana",
      (one) => ({ called: endOf(one), seen: one, isUnseen: true }),
    ),
    calling(
      {
        id: "too-short",
        does: "has five letters of an id typed, which many ids end with",
        refusal: "commander.invalidArgument",
      },
      "ana",
      (one) => ({ called: one.id.slice(-5), seen: one }),
    ),
    calling(
      {
        id: "abroad",
        does: "has a request of another workspace named by part of its id",
        refusal: "NOT_FOUND",
      },
      "outsider",
      (one) => ({ called: endOf(one), seen: one }),
    ),
    {
      id: "parts-of-ids/past-the-command",
      does: "sends part of an id to the server itself",
      like: LIKE,
      refusal: "NOT_FOUND",
      async prepare(scene) {
        const one = await scene.seek();
        const ana = await scene.as("ana");
        const { digest } = one.authorization;
        return () => ana.approve({ id: endOf(one) as RequestId, digest });
      },
    },
  ],
};
