import type { Attack } from "./attack.ts";
import { ACTION, type Scene } from "./scene.ts";

const LIKE = "CVE-2025-54136: trust bound to a name, and given anew by approving one call";
const [KNOWN, CHANGED, OTHER] = ["ab", "cd", "ef"].map((pair) => pair.repeat(32)) as [
  string,
  string,
  string,
];

interface Case {
  readonly id: string;
  readonly does: string;
  readonly refusal: string;
  prepare(scene: Scene): Promise<() => Promise<unknown>>;
}

const changed = (one: Case): Attack => ({ ...one, id: `schema-swap/${one.id}`, like: LIKE });

/** A rule lets the tool pass, and it is known as `KNOWN`; what is sought next is of `CHANGED`. */
async function withChange(scene: Scene) {
  await scene.approved({ toolSchemaHash: KNOWN });
  await scene.rules({ name: "free", tools: [ACTION.tool], decision: "allow" });
  return await scene.seek({ toolSchemaHash: CHANGED, joinKey: "changed" });
}

async function runUnasked(scene: Scene, toolSchemaHash: string): Promise<void> {
  const scout = await scene.as("scout");
  const input = { ...ACTION, toolSchemaHash, joinKey: "unasked" };
  const { request } = await scout.authorize(input);
  await scout.collect({ id: request.id });
}

const NO_CHANGE = { name: ACTION.tool, description: null, inputSchema: {}, server: null };

/** A tool becomes another one under its name. */
export const changedTools: readonly Attack[] = [
  changed({
    id: "by-one-approval",
    does: "has one call of the changed tool approved, and runs the next by a rule",
    refusal: "NOT_APPROVED",
    async prepare(scene) {
      const { id, authorization } = await withChange(scene);
      await (await scene.as("ana")).approve({ id, digest: authorization.digest });
      return () => runUnasked(scene, CHANGED);
    },
  }),
  changed({
    id: "by-a-second-first",
    does: "has two definitions approved that were both sought before any was known",
    refusal: "NOT_APPROVED",
    async prepare(scene) {
      const one = await scene.seek({ toolSchemaHash: KNOWN, joinKey: "one" });
      const two = await scene.seek({ toolSchemaHash: CHANGED, joinKey: "two" });
      const ana = await scene.as("ana");
      for (const { id, authorization } of [one, two]) {
        await ana.approve({ id, digest: authorization.digest });
      }
      await scene.rules({ name: "free", tools: [ACTION.tool], decision: "allow" });
      return () => runUnasked(scene, CHANGED);
    },
  }),
  changed({
    id: "pins-itself",
    does: "pins the changed tool with the agent's own key",
    refusal: "NOT_ALLOWED",
    async prepare(scene) {
      const { id } = await withChange(scene);
      const scout = await scene.as("scout");
      return () => scout.pinTool({ id, hash: CHANGED });
    },
  }),
  changed({
    id: "pins-for-its-own",
    does: "has the tool of an agent of one's own pinned",
    refusal: "NOT_ALLOWED own_agent",
    async prepare(scene) {
      const { id } = await withChange(scene);
      const owner = await scene.as("owner");
      return () => owner.pinTool({ id, hash: CHANGED });
    },
  }),
  changed({
    id: "pins-by-script",
    does: "has a script pin it with an unattended key",
    refusal: "NOT_ALLOWED",
    async prepare(scene) {
      const { id } = await withChange(scene);
      const script = await scene.as("script");
      return () => script.pinTool({ id, hash: CHANGED });
    },
  }),
  changed({
    id: "pins-another",
    does: "has a definition pinned that was not shown",
    refusal: "DIGEST_MISMATCH",
    async prepare(scene) {
      const { id } = await withChange(scene);
      const ana = await scene.as("ana");
      return () => ana.pinTool({ id, hash: OTHER });
    },
  }),
  changed({
    id: "shows-another",
    does: "tells a harmless definition for the digest of a harmful one",
    refusal: "INVALID_INPUT",
    async prepare(scene) {
      await withChange(scene);
      const scout = await scene.as("scout");
      const input = { ...ACTION, joinKey: "lie", toolSchemaHash: CHANGED };
      return () => scout.authorize({ ...input, toolDefinition: NO_CHANGE });
    },
  }),
];
