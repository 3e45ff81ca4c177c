import { EarshotError } from "../../domain/errors.ts";
import type { LoggedEvent } from "../../domain/log/chain.ts";
import { type SealedHead, toHex } from "../../domain/log/chain-check.ts";
import { eventBody, eventCode } from "../../domain/log/event.ts";
import { type EventProof, placeIn } from "../../domain/log/event-proof.ts";
import { createMerklePath, createMerkleTree } from "../../domain/log/merkle.ts";
import type { ExportedEvent } from "../../ports/earshot/audit.ts";
import { merkleHashes } from "../events/hash-chain.ts";
import { LOG_PAGE, type RunReads, readLogPage, readSealOver } from "../record-check/readings.ts";

interface EventToProve {
  readonly workspace: string;
  readonly seq: number;
}

/** The event with its path to the root that the first checkpoint over it has signed. */
export async function proveEvent(run: RunReads, wanted: EventToProve): Promise<ExportedEvent> {
  const { seq } = wanted;
  const seal = await run(readSealOver(wanted.workspace, seq));
  if (seal === undefined) throw notSealed(seq);
  const { head, token } = seal;
  if (head.tree === undefined || head.tree.after >= seq) throw withoutRoot(seq, head.seq);
  const { after, root } = head.tree;
  const place = placeIn({ after, upTo: head.seq }, seq);
  const path = createMerklePath(place, merkleHashes);
  const tree = createMerkleTree(merkleHashes);
  let found: LoggedEvent | undefined;
  for await (const logged of eventsOf(run, { ...wanted, after, upTo: head.seq })) {
    const leaf = merkleHashes.leaf(eventBody(logged.event));
    path.add(leaf);
    tree.add(leaf);
    if (logged.event.seq === seq) found = logged;
  }
  const made = path.path();
  const isWhole = made !== undefined && toHex(tree.root() ?? new Uint8Array()) === root;
  if (!isWhole || found === undefined) throw changed(head);
  const proof: EventProof = { ...place, path: made.map(toHex), checkpoint: token };
  const { event, hash } = found;
  return { event, hash: toHex(hash), code: eventCode(event.type), proof };
}

async function* eventsOf(
  run: RunReads,
  { workspace, after, upTo }: EventToProve & { readonly after: number; readonly upTo: number },
): AsyncGenerator<LoggedEvent, void> {
  for (let last = after; last < upTo; ) {
    const { events } = await run(readLogPage(workspace, { after: last, looks: false }));
    yield* events.filter(({ event }) => event.seq <= upTo);
    last = events.at(-1)?.event.seq ?? upTo;
    if (events.length < LOG_PAGE) return;
  }
}

function notSealed(seq: number): EarshotError {
  return new EarshotError(
    "NOT_FOUND",
    `No checkpoint has sealed event ${seq}, so nothing proves it yet. If the log holds it, have it sealed, npx earshot audit seal, and ask again.`,
    { details: { seq } },
  );
}

function withoutRoot(seq: number, by: number): EarshotError {
  return new EarshotError(
    "NOT_FOUND",
    `The checkpoint over event ${by} was made by a version that signed no root, so event ${seq} is proved by the whole log alone: export it, and verify it with the anchor.`,
    { details: { seq, checkpoint: by } },
  );
}

function changed({ seq }: SealedHead): EarshotError {
  return new EarshotError(
    "STORE_UNAVAILABLE",
    `The events are not those whose root the checkpoint over event ${seq} has signed, so nothing can be proved. npx earshot audit verify says more.`,
    { details: { checkpoint: seq } },
  );
}
