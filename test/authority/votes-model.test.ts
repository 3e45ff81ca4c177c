import { expect, test } from "vitest";
import { provenSeed, volumeOf } from "../../scripts/proofs/proofs.ts";
import { isEarshotError } from "../../src/domain/errors.ts";
import type { OpenAuthorization, Shown, ShownRequest } from "../../src/domain/requests/request.ts";
import { createRandom, type Random } from "../../src/testing/simulator/random.ts";
import { ACTION, openScene, type Part, type Scene } from "../attacks/scene.ts";

const SEQUENCES = volumeOf("votes");
const LONGEST = 10;
/** The copies that the agent asks for. */
const ASKED = 2;

/** Who may vote, and whose vote it is then: a script's is its person's. */
const VOTERS: Readonly<Partial<Record<Part, string>>> = { ana: "ana", ben: "ben", script: "ana" };
const PEOPLE: readonly Part[] = ["ana", "ben", "script", "owner", "viewer", "scout", "outsider"];

type Move =
  | { readonly move: "approve"; readonly by: Part; readonly isRight: boolean }
  | { readonly move: "edit"; readonly by: Part; readonly copies: number }
  | { readonly move: "reject"; readonly by: Part }
  | { readonly move: "cancel" }
  | { readonly move: "expire" };

/** What a quorum is, in as few words as possible. */
interface Model {
  status: ShownRequest["status"];
  readonly quorum: number;
  /** The rule lets one person lower the copies. */
  readonly mayLower: boolean;
  copies: number;
  /** Who changed the arguments last. */
  author?: string;
  readonly votes: Set<string>;
}

/** The status that the model has after the move; undefined where the move is refused. */
function play(model: Model, move: Move): boolean {
  if (move.move === "expire") {
    if (model.status === "open") model.status = "expired";
    return true;
  }
  if (model.status !== "open") return false;
  if (move.move === "cancel") {
    model.status = "cancelled";
    return true;
  }
  if (move.move === "reject") return rejected(model, move.by);
  return voted(model, move);
}

/** An owner rejects also what an agent of their own seeks. */
function rejected(model: Model, by: Part): boolean {
  if (VOTERS[by] === undefined && by !== "owner") return false;
  model.status = "rejected";
  return true;
}

function voted(model: Model, move: Extract<Move, { by: Part; move: "approve" | "edit" }>): boolean {
  const voter = VOTERS[move.by];
  if (voter === undefined || (move.move === "approve" && !move.isRight)) return false;
  // Where two are wanted, only people's own hands count.
  if (move.by === "script" && model.quorum > 1) return false;
  if (move.move === "edit" && move.copies !== model.copies)
    return edited(model, move.copies, voter);
  if (model.votes.has(voter)) return false;
  // Nobody is the author and the judge.
  if (model.author === voter && isWider(model, model.copies)) return false;
  return counted(model, voter);
}

/** Others approve a wider edit. There is one other person, which is too few for a quorum of two. */
function edited(model: Model, copies: number, voter: string): boolean {
  const isForOthers = isWider(model, copies);
  if (isForOthers && model.quorum > 1) return false;
  model.votes.clear();
  model.copies = copies;
  model.author = voter;
  return isForOthers || counted(model, voter);
}

function isWider({ mayLower }: Model, copies: number): boolean {
  return copies !== ASKED && !(mayLower && copies < ASKED);
}

function counted(model: Model, voter: string): boolean {
  model.votes.add(voter);
  if (model.votes.size >= model.quorum) model.status = "approved";
  return true;
}

function randomMove(random: Random): Move {
  const by = random.pick(PEOPLE);
  const chance = random.next();
  if (chance < 0.6) return { move: "approve", by, isRight: random.chance(0.85) };
  if (chance < 0.8) return { move: "edit", by, copies: random.int(1, 3) };
  if (chance < 0.88) return { move: "reject", by };
  return chance < 0.94 ? { move: "cancel" } : { move: "expire" };
}

async function carryOut(
  scene: Scene,
  request: Shown<OpenAuthorization>,
  move: Move,
): Promise<void> {
  const { id } = request;
  if (move.move === "expire") return scene.clock.jump(3_600_000);
  if (move.move === "cancel") return void (await (await scene.as("scout")).cancel({ id }));
  const as = await scene.as(move.by);
  if (move.move === "reject") return void (await as.reject({ id, reason: "No." }));
  const now = (await (await scene.as("viewer")).show({ id })).request;
  if (now.kind !== "authorization") throw new Error("It is a question.");
  const { action, digest } = now.authorization;
  if (move.move === "approve") {
    return void (await as.approve({ id, digest: move.isRight ? digest : "0".repeat(64) }));
  }
  const args = { ...action.args, copies: move.copies };
  await as.approve({ id, digest: scene.ctx.digest.action({ ...action, args }), args });
}

async function isTaken(deed: Promise<void>): Promise<boolean> {
  try {
    await deed;
    return true;
  } catch (error) {
    if (isEarshotError(error)) return false;
    throw error;
  }
}

test(`${SEQUENCES} random sequences of votes end as a model of quorums does`, async () => {
  const random = createRandom(provenSeed());
  for (let sequence = 0; sequence < SEQUENCES; sequence++) {
    const scene = await openScene();
    const quorum = random.int(1, 2);
    const mayLower = random.chance(0.5);
    const edits = mayLower ? { narrow: { "/copies": "lower" } } : "second";
    await scene.rules({ name: "mail", tools: ["send_*"], quorum, edits });
    const request = await scene.seek({ args: { ...ACTION.args, copies: ASKED } });
    const model: Model = { status: "open", quorum, mayLower, copies: ASKED, votes: new Set() };
    const played: Move[] = [];
    for (let count = random.int(1, LONGEST); count > 0; count--) {
      const move = randomMove(random);
      played.push(move);
      const expected = play(model, move);
      const found = await isTaken(carryOut(scene, request, move));
      expect(found, `${quorum} ${edits}: ${JSON.stringify(played)}`).toBe(expected);
    }
    const { request: last } = await (await scene.as("scout")).wait({ id: request.id, holdMs: 0 });
    const about = `${quorum} ${edits}: ${JSON.stringify(played)}`;
    expect(last.status, about).toBe(model.status);
    const votes = last.kind === "authorization" ? last.authorization.votes : [];
    expect(votes.map(({ by }) => by.name).sort(), about).toEqual([...model.votes].sort());
    await scene.close();
  }
});
