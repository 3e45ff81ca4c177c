import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { createClient, type EarshotClient } from "../../src/client/index.ts";
import { startServer } from "../../src/compose/compose.ts";
import { newDelivery } from "../../src/core/call/new-delivery.ts";
import type { Delivery } from "../../src/domain/hub/delivery.ts";
import type { Link } from "../../src/domain/hub/link.ts";
import { DEFAULT_WORKSPACE, type PrincipalId, type RequestId } from "../../src/domain/id.ts";
import { toTimestamp } from "../../src/domain/timestamp.ts";
import { writeChannelSettings } from "../../src/system/channel-settings.ts";
import { systemClock } from "../../src/system/clock.ts";
import { dataPaths, readKeyFile } from "../../src/system/data-folder.ts";
import { type OpenOptions, openInbox, type Tab, theBrowser } from "../support/browser.ts";
import { makeFolder, removeFolder } from "../support/cli.ts";
import { openContext } from "../support/context.ts";
import { openReceiver, type Receiver } from "../support/webhook/receiver.ts";

/* A server with a channel that works and one that does not, and deliveries in every state. */

export const SECRET = `whsec_${Buffer.from("only for tests, and for nothing else").toString("base64")}`;
const HOUR_MS = 3_600_000;
const UNREACHABLE = { code: "unreachable", message: "Telegram could not be reached." } as const;
const REFUSED = { code: "refused", message: "The receiver refused it with 403." } as const;

export interface HubStage {
  readonly url: string;
  readonly owner: EarshotClient;
  readonly receiver: Receiver;
  /** Every way to people about it has failed. */
  readonly lost: RequestId;
  /** Sent to one address, seen at another, held back at a third. */
  readonly asked: RequestId;
  open(options?: Partial<OpenOptions>): Promise<Tab>;
}

/** Set before the tests of the file run, and closed behind them. */
export function useHubStage(): HubStage {
  const stage = {} as { -readonly [K in keyof HubStage]: HubStage[K] };
  const closes: (() => Promise<void> | void)[] = [];
  beforeAll(async () => {
    const [browser, receiver]: [Browser, Receiver] = await Promise.all([
      theBrowser(),
      openReceiver(SECRET),
    ]);
    const parent = makeFolder();
    const folder = join(parent, "data");
    writeChannelSettings(folder, {
      webhook: { secret: SECRET, allowPrivate: true },
      telegram: { token: "" },
    });
    const items = await askFirst(folder);
    await insertRows(folder, items, receiver);
    const server = await startServer({ dataFolder: folder, port: 0 });
    const { url } = server;
    const key = readKeyFile(folder, "operator") ?? "";
    closes.push(
      () => server.stop(),
      () => receiver.close(),
      () => removeFolder(parent),
    );
    Object.assign(stage, {
      url,
      receiver,
      ...items,
      owner: createClient({ url, key }),
      open: (options) => openInbox(browser, { url, key, ...options }),
    } satisfies HubStage);
  });
  afterAll(async () => {
    for (const close of closes) await close();
  });
  return stage;
}

interface Asked {
  readonly lost: RequestId;
  readonly asked: RequestId;
  readonly agent: PrincipalId;
  readonly operator: PrincipalId;
}

/** Asks while nobody has an address, so that no delivery is made. */
async function askFirst(folder: string): Promise<Asked> {
  const server = await startServer({ dataFolder: folder, port: 0 });
  const client = (key: "agent" | "operator") =>
    createClient({ url: server.url, key: readKeyFile(folder, key) ?? "" });
  const agent = client("agent");
  const lost = (await agent.ask({ text: "Which database shall I use?" })).request;
  const asked = (await agent.ask({ text: "Ship 1.4 today?" })).request;
  const operator = (await client("operator").whoami()).principal.id;
  await server.stop();
  return { lost: lost.id, asked: asked.id, agent: lost.agent, operator };
}

async function insertRows(
  folder: string,
  { lost, asked, agent, operator }: Asked,
  receiver: Receiver,
): Promise<void> {
  const { ctx, close } = await openContext(systemClock, dataPaths(folder).database);
  const nowMs = systemClock.now();
  // In hours, which a slow start changes nothing of in the words.
  const ago = (hours: number) => toTimestamp(nowMs - hours * HOUR_MS);
  const workspace = DEFAULT_WORKSPACE;
  const hook = { channel: "webhook", chatId: receiver.url } as const;
  const chat = { channel: "telegram", chatId: "4711" } as const;
  const made = (item: Delivery["item"], given: Partial<Delivery>): Delivery => ({
    ...newDelivery(ctx, {
      workspace,
      item,
      agent,
      operator,
      address: chat,
      createdAt: ago(20),
      dueAt: ago(20),
    }),
    ...given,
  });
  const linked = (given: Pick<Link, "channel" | "chatId" | "name" | "rank">): Link => ({
    id: ctx.ids.next("lnk"),
    workspace,
    operator,
    account: `account of ${given.name}`,
    createdAt: ago(90),
    createdBy: operator,
    ...given,
  });
  const { job: _, dueAt: __, ...done } = made(asked, {});
  const failed = { ...done, item: lost, status: "failed", attempts: 5, sentAt: ago(18) } as const;
  const seen = { ...done, status: "seen", sentAt: ago(15), seenAt: ago(12), attempts: 1 } as const;
  const id = () => ctx.ids.next("dlv");
  const nonce = () => ctx.ids.secret().slice(0, 22);
  const lostOnTelegram = id();
  const deliveries: readonly Delivery[] = [
    { ...failed, id: id(), nonce: nonce(), address: hook, error: REFUSED },
    { ...failed, id: lostOnTelegram, nonce: nonce(), error: UNREACHABLE },
    { ...seen, id: id(), nonce: nonce(), post: { chatId: "4711", ids: ["1"] } },
    { ...seen, id: id(), nonce: nonce(), status: "sent", address: hook },
    made(asked, {
      address: { channel: "telegram", chatId: "4712" },
      heldFor: "quiet_hours",
      dueAt: toTimestamp(nowMs + 7 * HOUR_MS),
    }),
  ];
  await ctx.commit({
    workspace,
    writes: [
      ...deliveries.map((delivery) => ({ type: "outbox.insert", delivery }) as const),
      { type: "link.insert", link: linked({ ...hook, name: "pager", rank: 1 }) },
      { type: "link.insert", link: linked({ ...chat, name: "@ana", rank: 2 }) },
    ],
    events: [
      {
        type: "delivery.failed",
        at: ago(11),
        subject: lost,
        agent,
        data: { channel: "telegram", error: "unreachable", delivery: lostOnTelegram },
      },
      { type: "request.undeliverable", at: ago(10), subject: lost, agent },
    ],
  });
  await close();
}
