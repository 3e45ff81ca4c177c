import { onTestFinished } from "vitest";
import { found } from "../../src/core/callers/bootstrap.ts";
import { createReceive } from "../../src/core/hearing/receive.ts";
import { startDispatcher } from "../../src/core/hub/dispatch/dispatcher.ts";
import { startSharing } from "../../src/core/hub/dispatch/shared-questions.ts";
import type { RemoteChannel } from "../../src/domain/channel-kind.ts";
import type { Channel, Sink } from "../../src/ports/channels/channel.ts";
import type { Outlets } from "../../src/ports/channels/outlets.ts";
import type { CreatedKey, Earshot } from "../../src/ports/earshot/earshot.ts";
import { createMemorySecrets, type MemorySecrets } from "../../src/system/memory-secrets.ts";
import type { FakeWorld } from "../../src/testing/fake-channel.ts";
import { eventually } from "../support/cli.ts";
import { type NodeContext, openNodeContext } from "../support/node-context.ts";
import { createPlatforms } from "../support/platforms.ts";
import { databaseWithTables } from "../support/postgres.ts";
import { createPauses, type Pauses } from "./pauses.ts";

/* Nodes in this process which bring to the same platforms, over a database that they share. */

export interface HubNode extends Pick<NodeContext, "ctx"> {
  as(part: HubPart): Earshot;
  /** The keys of what it has posted. */
  readonly posted: readonly string[];
  /** Keeps it from doing anything: its clock, and what it has heard from platforms. */
  readonly pauses: Pauses;
  /** Stops as a server does that is told to. */
  stop(): Promise<void>;
  /** Ends as a power cut would: what it holds, it does not give back. */
  die(): Promise<void>;
}

/** A fifth of what nodes take by themselves, so that a test need not wait for a death for long. */
const LEASE_MS = 2_000;

export type HubPart = "owner" | "scout" | "rival";

export interface HubDeployment {
  /** Starts another node. */
  start(): Promise<HubNode>;
  on(kind: RemoteChannel): FakeWorld;
  /** How many parts of the hub each node holds, the most first. */
  shares(): Promise<readonly number[]>;
}

type Keys = Readonly<Record<HubPart, CreatedKey>>;

/** An empty database, and fake platforms; closed after the test. */
export async function openHubDeployment(): Promise<HubDeployment> {
  const database = await databaseWithTables();
  const platforms = createPlatforms();
  const nodes: RunningNode[] = [];
  const secrets = createMemorySecrets();
  const sink: Sink = async (event) => {
    const hearing = nodes.findLast(({ isRunning }) => isRunning());
    return (await hearing?.hear(event)) ?? {};
  };
  const place = await platforms.enter("here", sink);
  let keys: Keys | undefined;
  onTestFinished(async () => {
    for (const node of nodes) await node.die();
    await place.close();
    await database.drop();
  });
  return {
    on: place.on,
    async start() {
      const running = await startNode({ url: database.url, secrets, outlets: platforms.outlets });
      keys ??= await populate(running.context);
      nodes.push(running);
      const known = keys;
      return { ...running, as: (part) => running.context.as(known[part]) };
    },
    async shares() {
      const context = nodes.findLast(({ isRunning }) => isRunning())?.context;
      const leases = (await context?.ctx.store.listLeases("hub shard ")) ?? [];
      const counts = Object.groupBy(leases, ({ holder }) => holder);
      return Object.values(counts)
        .map((held) => held?.length ?? 0)
        .toSorted((a, b) => b - a);
    },
  };
}

/** Resolves once each of so many nodes has its even share. */
export async function shared(deployment: HubDeployment, count: number): Promise<void> {
  const even = JSON.stringify(Array.from({ length: count }, () => 8 / count));
  await eventually(
    async () => JSON.stringify(await deployment.shares()) === even || undefined,
    () => `${count} nodes with even shares`,
  );
}

async function populate({ ctx, as }: NodeContext): Promise<Keys> {
  const { owner, agent: scout } = await found(ctx, { owner: "ada", agent: "scout" });
  const rival = await as(owner).createKey({ kind: "agent", name: "rival" });
  return { owner, scout, rival };
}

interface RunningNode extends Omit<HubNode, "as"> {
  readonly context: NodeContext;
  readonly hear: Sink;
  isRunning(): boolean;
}

interface NodeParts {
  readonly url: string;
  readonly secrets: MemorySecrets;
  readonly outlets: Outlets;
}

async function startNode({ url, secrets, outlets }: NodeParts): Promise<RunningNode> {
  const posted: string[] = [];
  const pauses = createPauses();
  const own: Outlets = {
    ...outlets,
    channels: new Map(
      [...outlets.channels].map(([kind, channel]): [RemoteChannel, Channel] => [
        kind,
        watched(channel, { posted, pauses }),
      ]),
    ),
  };
  const context = await openNodeContext({ url, secrets, outlets: own, clockOf: pauses.clockOf });
  const { ctx } = context;
  // What a node cannot do that has lost its database is for the others to do.
  const stopDispatcher = startDispatcher(ctx, {
    random: () => 0,
    onFault: () => {},
    leaseMs: LEASE_MS,
  });
  const stopSharing = startSharing(ctx, { onFault: () => {} });
  let isRunning = true;
  return {
    ctx,
    context,
    posted,
    pauses,
    hear: createReceive(ctx),
    isRunning: () => isRunning,
    async stop() {
      isRunning = false;
      await stopDispatcher();
      await stopSharing();
      await context.close();
    },
    async die() {
      if (!isRunning) return;
      isRunning = false;
      pauses.pause();
      await context.close();
    },
  };
}

function watched(
  channel: Channel,
  { posted, pauses }: { readonly posted: string[]; readonly pauses: Pauses },
): Channel {
  return {
    ...channel,
    async post(post) {
      const ref = await channel.post(post);
      posted.push(post.key);
      await pauses.passed();
      return ref;
    },
  };
}
