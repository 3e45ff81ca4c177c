import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { eventually } from "../support/cli.ts";
import { ENTER } from "../support/pty.ts";
import { openConsole } from "../terminal/console-here.ts";
import { approvedByAna, HOOKED, hooked } from "./client-hook.ts";
import { ACTION, openScene, PASSPHRASE, type Scene } from "./scene.ts";

/* What the attacks are variants of: none of them is refused only because nothing ever passes. */

const CLI = { via: "cli" } as const;
/** Longer than a prompt is held that takes the place of another. */
const LOOK_UP_MS = 1_100;

async function inScene(use: (scene: Scene) => Promise<void>): Promise<void> {
  const scene = await openScene();
  try {
    await use(scene);
  } finally {
    await scene.close();
  }
}

/** The kinds of what was logged of this request. */
async function logged(scene: Scene, id: string): Promise<readonly string[]> {
  return (await scene.log()).filter(({ subject }) => subject === id).map(({ type }) => type);
}

describe("what is lawful passes", () => {
  test("an approved action is collected and redeemed, once", async () => {
    await inScene(async (scene) => {
      const session = "one";
      const toolSchemaHash = "ab".repeat(32);
      const resources = [{ uri: "file:///srv/deploy.sh", sha256: "cd".repeat(32) }];
      const { live, request } = await scene.granted({ session, toolSchemaHash, resources });
      await (await scene.as("scout")).redeem(live);
      expect(await logged(scene, request.id)).toEqual([
        "request.created",
        "request.approved",
        "grant.minted",
        "grant.redeemed",
      ]);
    });
  });

  test("a call that a client's hook sought and a person approved is allowed", async () => {
    await inScene(async (scene) => {
      const { id } = await approvedByAna(scene);
      expect(await hooked(scene, HOOKED)).toContain(JSON.stringify(HOOKED.input));
      expect(await logged(scene, id)).toEqual([
        "request.created",
        "request.approved",
        "grant.minted",
        "grant.redeemed",
      ]);
    });
  });

  test("a grant that an earlier version has minted, which named no deployment, is redeemed", async () => {
    await inScene(async (scene) => {
      const { live, request } = await scene.granted();
      const { aud, ...claims } = (await scene.ctx.signer.verify("grant", live.grant)) ?? {};
      expect(aud).toBe(await scene.ctx.deployment());
      const grant = await scene.ctx.signer.sign("grant", { ...claims, iss: "earshot" });
      await (await scene.as("scout")).redeem({ ...live, grant });
      expect(await logged(scene, request.id)).toContain("grant.redeemed");
    });
  });

  test("the order of keys and the white space of arguments do not matter", async () => {
    await inScene(async (scene) => {
      const { live } = await scene.granted();
      const args = Object.fromEntries(Object.entries(live.args).toReversed());
      await (await scene.as("scout")).redeem({ ...live, args });
    });
  });

  test("a service redeems for an agent", async () => {
    await inScene(async (scene) => {
      const { live } = await scene.granted();
      await (await scene.as("service")).redeem(live);
    });
  });

  test("secret arguments are redeemed in the clear", async () => {
    await inScene(async (scene) => {
      const args = { user: "ana", password: "hunter2" };
      const { live } = await scene.granted({ tool: "log_in", args, secrets: ["/password"] });
      expect(live.args).toEqual(args);
      await (await scene.as("scout")).redeem(live);
    });
  });

  test("a script approves HIGH by a rule, and a person with a passphrase CRITICAL", async () => {
    await inScene(async (scene) => {
      await scene.rules({ name: "erasure", tools: ["delete_*"], level: "HIGH", hands: "any" });
      const high = await scene.seek({ tool: "delete_user_data" });
      const { digest } = high.authorization;
      const script = await scene.as("script");
      expect((await script.approve({ id: high.id, digest })).status).toBe("approved");
      const ana = await scene.as("ana");
      await ana.setPassphrase({ passphrase: PASSPHRASE });
      const critical = await scene.seek({ tool: "admin_reset_system", args: {} });
      const shown = critical.authorization.digest;
      const presence = { typed: shown.slice(0, 6), passphrase: PASSPHRASE };
      const approved = await ana.approve({ id: critical.id, digest: shown, ...presence }, CLI);
      expect(approved.status).toBe("approved");
    });
  });

  test("two different people make a quorum of two", async () => {
    await inScene(async (scene) => {
      await scene.rules({ name: "mail", tools: ["send_*"], quorum: 2 });
      const { id, authorization } = await scene.seek();
      const { digest } = authorization;
      expect((await (await scene.as("ana")).approve({ id, digest })).status).toBe("open");
      expect((await (await scene.as("ben")).approve({ id, digest })).status).toBe("approved");
    });
  });

  test("a sole operator approves for their own agent, which the log says", async () => {
    await inScene(async (scene) => {
      const owner = await scene.as("outsider");
      const { request } = await (await scene.as("stranger")).authorize(ACTION);
      if (request.kind !== "authorization") throw new Error("It is a question.");
      const { digest } = request.authorization;
      expect((await owner.approve({ id: request.id, digest })).status).toBe("approved");
      const log = (await scene.log()).filter(({ subject }) => subject === request.id);
      expect(log.at(-1)?.data).toMatchObject({ soleOperator: true });
    });
  });

  test.each(["once", "session", "target"] as const)(
    "a permission of scope %s covers the same action",
    async (scope) => {
      await inScene(async (scene) => {
        const { id } = await scene.seek({ session: "one" });
        await (await scene.as("ana")).permit({ scope, like: id });
        const scout = await scene.as("scout");
        const input = { ...ACTION, session: "one", joinKey: "again" };
        const { request } = await scout.authorize(input);
        expect(request.status).toBe("approved");
        await scout.collect({ id: request.id });
      });
    },
  );

  test("a permission by pattern covers what it matches", async () => {
    await inScene(async (scene) => {
      const args = { "/copies": { under: 10 } };
      const ana = await scene.as("ana");
      await ana.permit({ scope: "pattern", agent: "scout", tool: "send_*", args });
      const { request } = await (await scene.as("scout")).authorize(ACTION);
      expect(request.status).toBe("approved");
    });
  });

  test("a rule that allows lets pass what it matches, within its budget", async () => {
    await inScene(async (scene) => {
      const budget = { per: "24h", calls: 1 };
      await scene.rules({ name: "one", tools: ["send_*"], decision: "allow", budget });
      const scout = await scene.as("scout");
      const { redeemed } = await scout.authorize({ ...ACTION, redeemIfAllowed: true });
      expect(redeemed?.args).toEqual(ACTION.args);
    });
  });

  test("what is typed for the request on the screen decides it", async () => {
    await inScene(async (scene) => {
      const ana = await scene.as("ana");
      const { request } = await (await scene.as("scout")).ask({ text: "Which colour?" });
      const hands = openConsole(ana);
      try {
        await hands.shows("[OPERATOR]: ");
        hands.type(`green${ENTER}`);
        await eventually(
          async () => (await ana.show({ id: request.id })).request.status !== "open",
        );
        const { id } = await scene.seek();
        await hands.shows("approve, reject REASON");
        await setTimeout(LOOK_UP_MS);
        hands.type(`approve${ENTER}`);
        await eventually(async () => (await ana.show({ id })).request.status === "approved");
      } finally {
        await hands.end();
      }
    });
  });

  test("an answer is had again within ten minutes, and an approval within its life", async () => {
    await inScene(async (scene) => {
      const scout = await scene.as("scout");
      const { request } = await scout.ask({ tool: "ask_human", text: "Deploy now?" });
      const ana = await scene.as("ana");
      await ana.answer({ id: request.id, answer: { text: "Yes." } });
      const approved = await scene.approved();
      scene.clock.jump(60_000);
      const again = await scout.ask({ tool: "ask_human", text: "Deploy now?" });
      expect(again).toMatchObject({ outcome: "answered", request: { id: request.id } });
      const sought = await scout.authorize(ACTION);
      expect(sought).toMatchObject({ outcome: "approved", request: { id: approved.id } });
    });
  });

  test("an edited action is approved, collected as edited and redeemed", async () => {
    await inScene(async (scene) => {
      const { id, authorization } = await scene.seek();
      const args = { ...ACTION.args, copies: 2 };
      const digest = scene.ctx.digest.action({ ...authorization.action, args });
      await (await scene.as("ana")).approve({ id, digest, args });
      await (await scene.as("ben")).approve({ id, digest });
      const scout = await scene.as("scout");
      const collected = await scout.collect({ id });
      expect(collected.patch).toEqual([{ op: "replace", path: "/copies", value: 2 }]);
      const { grant, tool } = collected;
      await scout.redeem({ grant, tool, args });
    });
  });

  test("an approval is collected and redeemed in one step, and its key repeats the same reply and says so", async () => {
    await inScene(async (scene) => {
      const { id: request } = await scene.approved();
      const { tool, args } = ACTION;
      const scout = await scene.as("scout");
      const use = () => scout.redeem({ request, tool, args }, { idempotencyKey: "one" });
      const first = await use();
      scene.clock.jump(24 * 3_600_000);
      expect(await use()).toEqual({ ...first, repeated: true });
      const used = (await scene.log()).filter(({ subject }) => subject === request);
      expect(used.map(({ type }) => type)).toEqual([
        "request.created",
        "request.approved",
        "grant.minted",
        "grant.redeemed",
      ]);
    });
  });
});
