import type { AuthorizeInput, RedeemInput } from "../../src/ports/earshot/authority.ts";
import type { Attack, Family } from "./attack.ts";
import { changedTools } from "./changed-tools.ts";
import { ACTION } from "./scene.ts";

const HASH = "ab".repeat(32);
const OTHER = "cd".repeat(32);
const FILE = { uri: "file:///srv/deploy.sh", sha256: HASH };
const SECOND = { uri: "file:///srv/config.json", sha256: OTHER };

interface Swap {
  readonly id: string;
  readonly does: string;
  readonly approved: Partial<AuthorizeInput>;
  readonly live: Partial<RedeemInput>;
}

function attack(like: string, { id, does, approved, live }: Swap): Attack {
  return {
    id,
    does,
    like,
    refusal: "GRANT_REFUSED other_action",
    async prepare(scene) {
      const granted = await scene.granted(approved);
      const { grant, tool, args } = granted.live;
      const scout = await scene.as("scout");
      return () => scout.redeem({ grant, tool, args, ...live });
    },
  };
}

const file = (swap: Swap) =>
  attack("openclaw #124738: the script was rewritten while its approval was pending", {
    ...swap,
    id: `file-swap/${swap.id}`,
  });
const both = { resources: [FILE, SECOND] };

export const fileSwap: Family = {
  name: "file swap",
  attacks: [
    file({
      id: "rewritten",
      does: "rewrites the file while its approval is pending",
      approved: { resources: [FILE] },
      live: { resources: [{ ...FILE, sha256: OTHER }] },
    }),
    file({
      id: "one-digit",
      does: "changes one digit of the digest",
      approved: { resources: [FILE] },
      live: { resources: [{ ...FILE, sha256: `${HASH.slice(0, -1)}c` }] },
    }),
    file({
      id: "capitals",
      does: "writes the digest in capitals",
      approved: { resources: [FILE] },
      live: { resources: [{ ...FILE, sha256: HASH.toUpperCase() }] },
    }),
    file({
      id: "another",
      does: "names another file with the same content",
      approved: { resources: [FILE] },
      live: { resources: [{ ...FILE, uri: "file:///srv/evil.sh" }] },
    }),
    file({
      id: "dots",
      does: "reaches the file by another way",
      approved: { resources: [FILE] },
      live: { resources: [{ ...FILE, uri: "file:///srv/../srv/deploy.sh" }] },
    }),
    file({
      id: "host",
      does: "names the file on another machine",
      approved: { resources: [FILE] },
      live: { resources: [{ ...FILE, uri: "file://evil/srv/deploy.sh" }] },
    }),
    file({
      id: "dropped",
      does: "drops the only file",
      approved: { resources: [FILE] },
      live: { resources: [] },
    }),
    file({
      id: "unsaid",
      does: "says nothing of files",
      approved: { resources: [FILE] },
      live: {},
    }),
    file({
      id: "added",
      does: "adds a file to none",
      approved: {},
      live: { resources: [FILE] },
    }),
    file({
      id: "one-of-two",
      does: "leaves one of two files out",
      approved: both,
      live: { resources: [FILE] },
    }),
    file({
      id: "three-of-two",
      does: "adds a third file to two",
      approved: both,
      live: { resources: [FILE, SECOND, { ...FILE, uri: "file:///etc/shadow" }] },
    }),
    file({
      id: "exchanged",
      does: "exchanges the digests of two files",
      approved: both,
      live: {
        resources: [
          { ...FILE, sha256: OTHER },
          { ...SECOND, sha256: HASH },
        ],
      },
    }),
    file({
      id: "order",
      does: "names two files in another order",
      approved: both,
      live: { resources: [SECOND, FILE] },
    }),
    file({
      id: "twice",
      does: "names one file twice",
      approved: both,
      live: { resources: [FILE, FILE] },
    }),
    file({
      id: "as-argument",
      does: "moves the file from the resources into an argument",
      approved: { resources: [FILE] },
      live: { args: { ...ACTION.args, file: FILE.uri } },
    }),
  ],
};

const schema = (swap: Swap) =>
  attack("B20, MCPoison CVE-2025-54136: trust was bound to a name, not to content", {
    ...swap,
    id: `schema-swap/${swap.id}`,
  });

/** Asks with a tool that has changed since it was pinned, where a rule lets it pass. */
function changedTool(id: string, does: string, rule: { readonly [key: string]: string }): Attack {
  return {
    id: `schema-swap/${id}`,
    does,
    refusal: "NOT_APPROVED",
    like: "B20: a tool that is another than it was under its name",
    async prepare(scene) {
      await scene.rules({ name: "mail is free", tools: ["send_*"], ...rule });
      const scout = await scene.as("scout");
      await scout.authorize({ ...ACTION, toolSchemaHash: HASH });
      return async () => {
        const { request } = await scout.authorize({
          ...ACTION,
          toolSchemaHash: OTHER,
          redeemIfAllowed: true,
        });
        await scout.collect({ id: request.id });
      };
    },
  };
}

export const schemaSwap: Family = {
  name: "schema swap",
  attacks: [
    ...changedTools,
    schema({
      id: "other",
      does: "runs a tool whose definition has changed after the approval",
      approved: { toolSchemaHash: HASH },
      live: { toolSchemaHash: OTHER },
    }),
    schema({
      id: "unsaid",
      does: "says nothing of the definition",
      approved: { toolSchemaHash: HASH },
      live: {},
    }),
    schema({
      id: "added",
      does: "names a definition where none was approved",
      approved: {},
      live: { toolSchemaHash: HASH },
    }),
    schema({
      id: "empty",
      does: "names an empty definition",
      approved: { toolSchemaHash: HASH },
      live: { toolSchemaHash: "" },
    }),
    schema({
      id: "capitals",
      does: "writes the digest of the definition in capitals",
      approved: { toolSchemaHash: HASH },
      live: { toolSchemaHash: HASH.toUpperCase() },
    }),
    schema({
      id: "part",
      does: "writes a part of the digest of the definition",
      approved: { toolSchemaHash: HASH },
      live: { toolSchemaHash: HASH.slice(0, 8) },
    }),
    changedTool("past-a-rule", "sends a changed tool past a rule that allows it", {
      decision: "allow",
    }),
    {
      id: "schema-swap/past-a-permission",
      does: "sends a changed tool past a standing permission",
      like: "B20; openclaw #112946: approvals that are used again",
      refusal: "NOT_APPROVED",
      async prepare(scene) {
        const hashed = { toolSchemaHash: HASH, session: "run" };
        const request = await scene.approved(hashed);
        const ana = await scene.as("ana");
        await ana.permit({ scope: "session", like: request.id });
        const scout = await scene.as("scout");
        return async () => {
          const again = await scout.authorize({ ...ACTION, ...hashed, toolSchemaHash: OTHER });
          await scout.collect({ id: again.request.id });
        };
      },
    },
    {
      id: "schema-swap/unpinned-past-a-permission",
      does: "leaves the definition out, so that a standing permission covers the tool",
      like: "B20; openclaw #129636: what was not compared was not bound",
      refusal: "NOT_APPROVED",
      async prepare(scene) {
        const hashed = { toolSchemaHash: HASH, session: "run" };
        const request = await scene.approved(hashed);
        const ana = await scene.as("ana");
        await ana.permit({ scope: "session", like: request.id });
        const scout = await scene.as("scout");
        return async () => {
          const again = await scout.authorize({ ...ACTION, session: "run", joinKey: "anew" });
          await scout.collect({ id: again.request.id });
        };
      },
    },
    {
      id: "schema-swap/unpinned-past-a-rule",
      does: "leaves the definition of a pinned tool out, so that a rule allows it",
      like: "B20: a check that is skipped where nothing is named",
      refusal: "NOT_APPROVED",
      async prepare(scene) {
        await scene.rules({ name: "mail is free", tools: ["send_*"], decision: "allow" });
        const scout = await scene.as("scout");
        await scout.authorize({ ...ACTION, toolSchemaHash: HASH });
        return async () => {
          const { request } = await scout.authorize({ ...ACTION, joinKey: "anew" });
          await scout.collect({ id: request.id });
        };
      },
    },
    ...["not-a-hash", HASH.toUpperCase(), HASH.slice(1), `${HASH}0`, ""].map(
      (toolSchemaHash, index): Attack => ({
        id: `schema-swap/no-hash-${index}`,
        does: `pins ${JSON.stringify(toolSchemaHash)} as a definition`,
        like: "B20: a pin that nothing can be compared with",
        refusal: "INVALID_INPUT",
        async prepare(scene) {
          const scout = await scene.as("scout");
          return () => scout.authorize({ ...ACTION, toolSchemaHash });
        },
      }),
    ),
  ],
};
