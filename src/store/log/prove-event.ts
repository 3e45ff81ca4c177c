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

/** An event of the log with its proof. */
export interface ProvedEvent extends LoggedEvent {
  readonly proof: EventProof;
}

/** The event with its path to the root that the first checkpoint over it has signed. */
export async function proveEvent(run: RunReads, wanted: EventToProve): Promise<ExportedEvent> {
  const { workspace, seq } = wanted;
  const [proved] = await proveEvents(run, { workspace, seqs: [seq] });
  if (proved === undefined) throw notSealed(seq);
  const { event, hash, proof } = proved;
  return { event, hash: toHex(hash), code: eventCode(event.type), proof };
}

/** Those events in order. The events under a checkpoint are read once for all that it seals. */
export async function proveEvents(
  run: RunReads,
  { workspace, seqs }: { readonly workspace: string; readonly seqs: readonly number[] },
): Promise<readonly ProvedEvent[]> {
  const proved: ProvedEvent[] = [];
  let left = seqs.toSorted((one, other) => one - other);
  for (let [seq] = left; seq !== undefined; [seq] = left) {
    const seal = await run(readSealOver(workspace, seq));
    if (seal === undefined) throw notSealed(seq);
    const { head, token } = seal;
    const under = left.filter((one) => one <= head.seq);
    for await (const one of provedUnder(run, { workspace, head, seqs: under })) {
      proved.push({ ...one, proof: { ...one.proof, checkpoint: token } });
    }
    left = left.slice(under.length);
  }
  return proved;
}

interface Under {
  readonly workspace: string;
  readonly head: SealedHead;
  readonly seqs: readonly number[];
}

async function* provedUnder(
  run: RunReads,
  { workspace, head, seqs }: Under,
): AsyncGenerator<LoggedEvent & { readonly proof: Omit<EventProof, "checkpoint"> }, void> {
  const [first = 0] = seqs;
  if (head.tree === undefined || head.tree.after >= first) throw withoutRoot(first, head.seq);
  const { after, root } = head.tree;
  const wanted = seqs.map((seq) => {
    const place = placeIn({ after, upTo: head.seq }, seq);
    return { seq, place, path: createMerklePath(place, merkleHashes) };
  });
  const tree = createMerkleTree(merkleHashes);
  const found = new Map<number, LoggedEvent>();
  for await (const logged of eventsOf(run, { workspace, after, upTo: head.seq })) {
    const leaf = merkleHashes.leaf(eventBody(logged.event));
    tree.add(leaf);
    for (const { path } of wanted) path.add(leaf);
    if (seqs.includes(logged.event.seq)) found.set(logged.event.seq, logged);
  }
  const isWhole = toHex(tree.root() ?? new Uint8Array()) === root;
  for (const { seq, place, path } of wanted) {
    const [made, logged] = [path.path(), found.get(seq)];
    if (!isWhole || made === undefined || logged === undefined) throw changed(head);
    yield { ...logged, proof: { ...place, path: made.map(toHex) } };
  }
}

async function* eventsOf(
  run: RunReads,
  {
    workspace,
    after,
    upTo,
  }: { readonly workspace: string; readonly after: number; readonly upTo: number },
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
