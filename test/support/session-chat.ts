import type { Context } from "../../src/core/call/context.ts";
import { callerWithAllRights, found } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { startCatchUp } from "../../src/core/hearing/catch-up.ts";
import { createHeardChats } from "../../src/core/hearing/heard-chats.ts";
import { startMarks } from "../../src/core/hearing/project-marks.ts";
import { createReceive } from "../../src/core/hearing/receive.ts";
import { startDispatcher } from "../../src/core/hub/dispatch/dispatcher.ts";
import { startSharing } from "../../src/core/hub/dispatch/shared-questions.ts";
import type { Link } from "../../src/domain/hub/link.ts";
import { DEFAULT_WORKSPACE } from "../../src/domain/id.ts";
import type { Session } from "../../src/domain/sessions/session.ts";
import { toTimestamp } from "../../src/domain/timestamp.ts";
import type { Channel, Heard, Inbound, Sink } from "../../src/ports/channels/channel.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import type { ClaimedSession } from "../../src/ports/earshot/sessions.ts";
import { contents } from "../../src/render/contents/contents.ts";
import { systemClock } from "../../src/system/clock.ts";
import { openContext } from "./context.ts";
import { openEmptyRecord } from "./empty-record.ts";
import { until } from "./hub-cast.ts";

/** A platform with what sessions need: the world of a channel contract, and nothing more. */
export interface Platform {
  readonly channel: Channel;
  readonly start: (sink: Sink) => Promise<void>;
  /** The operator's account there. */
  readonly account: string;
  readonly chatId: string;
}

/** The core with one platform, and an agent whose host is the test. */
export interface SessionChat {
  readonly ctx: Context;
  readonly owner: Earshot;
  readonly scout: Earshot;
  readonly faults: readonly unknown[];
  /** What the hub has made of each event. */
  readonly heard: readonly Heard[];
  up(): Promise<void>;
  down(): Promise<void>;
  agent(name: string): Promise<Earshot>;
  serve(agent: Earshot): Promise<void>;
  link(chatId: string): Promise<void>;
  /** Forgets what was heard in chats, as a restore does. */
  forget(): void;
  /** Sets when the chat was linked, and since when agents are served there. */
  since(times: { readonly linked?: number; readonly served?: number }): void;
  sessions(): Promise<readonly Session[]>;
  /** Once an agent has one to do. */
  claim(agent?: Earshot): Promise<ClaimedSession>;
  /** Asks in the claimed session, which ends it. */
  ask(claimed: ClaimedSession, text: string, agent?: Earshot): Promise<Session>;
  close(): Promise<void>;
}

export async function openSessionChat(platform: Platform): Promise<SessionChat> {
  const { channel } = platform;
  const outlets = {
    channels: new Map([[channel.kind, channel]]),
    failed: new Map(),
    contents,
    pageUrl: (id: string) => `http://localhost:4242/${id}`,
  };
  const database = await openEmptyRecord();
  const { ctx, close } = await openContext(systemClock, database, outlets);
  const home = await found(ctx, { owner: "ada", agent: "scout" });
  const owner = createEarshot(ctx, {
    ...callerWithAllRights(home.owner.principal),
    key: home.owner.key.id,
  });
  const scout = createEarshot(ctx, callerWithAllRights(home.agent.principal));
  const ends: (() => Promise<void>)[] = [];
  const faults: unknown[] = [];
  const heard: Heard[] = [];
  let calls = 0;
  const onFault = (error: unknown) => void faults.push(error);
  const receive = createReceive(ctx);
  const sink = async (event: Inbound) => {
    const one = await receive(event);
    heard.push(one);
    return one;
  };

  async function link(given: Partial<Link>): Promise<void> {
    const one: Link = {
      id: ctx.ids.next("lnk"),
      workspace: DEFAULT_WORKSPACE,
      channel: channel.kind,
      chatId: platform.chatId,
      name: "link",
      rank: 1,
      createdAt: toTimestamp(Date.now()),
      heardAt: toTimestamp(Date.now()),
      createdBy: home.owner.principal.id,
      ...given,
    };
    const writes = [{ type: "link.insert", link: one } as const];
    await ctx.commit({ workspace: DEFAULT_WORKSPACE, writes, events: [] });
  }

  async function down(): Promise<void> {
    for (const end of ends.splice(0)) await end();
    await channel.stop();
  }

  await link({ operator: home.owner.principal.id, account: platform.account });

  async function serve(agent: Earshot): Promise<void> {
    await agent.registerAgent({
      channels: [{ channel: channel.kind, direct: true, mention: true }],
    });
  }

  return {
    ctx,
    owner,
    scout,
    faults,
    heard,
    down,
    serve,
    async up() {
      const chats = createHeardChats(ctx);
      await platform.start(async (event) => {
        const one = await sink(event);
        chats.note(event);
        return one;
      });
      ends.push(
        startCatchUp(ctx, channel, { sink, heard: chats, onFault }),
        startMarks(ctx, { random: () => 0.5, onFault }),
        startDispatcher(ctx, { random: () => 0.5, onFault }),
        startSharing(ctx, { onFault }),
        () => chats.stop(),
      );
    },
    async agent(name) {
      const { principal } = await owner.createKey({ kind: "agent", name });
      return createEarshot(ctx, callerWithAllRights(principal));
    },
    link: (chatId) => link({ chatId }),
    forget: () => database.exec("update links set heard_at = null"),
    since({ linked = 0, served = 0 }) {
      database.prepare("update links set created_at = ?").run(linked);
      const since = JSON.stringify({ [channel.kind]: toTimestamp(served) });
      database
        .prepare("update agent_profiles set body = json_set(body, '$.since', json(?))")
        .run(since);
    },
    async sessions() {
      return (await owner.listSessions({})).items;
    },
    async claim(agent = scout) {
      let claimed: ClaimedSession | undefined;
      await until(async () => {
        ({ claimed } = await agent.claimSession({ host: "host", holdMs: 100 }));
        return claimed !== undefined;
      });
      if (claimed === undefined) throw new Error("There is none.");
      return claimed;
    },
    async ask({ session: { id, epoch } }, text, agent = scout) {
      calls += 1;
      const question = { text };
      return (await agent.askInSession({ id, epoch, call: `c${calls}`, question })).session;
    },
    async close() {
      await down();
      await close();
      database.close();
    },
  };
}
