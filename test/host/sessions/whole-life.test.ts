import { expect, test } from "vitest";
import type { Turn } from "../../support/model-server/script.ts";
import { killedAt, openStage } from "./support/stage.ts";

/** Each fits the conversation alone, so that it also fits one that is taken up again. */
const LIFE: readonly Turn[] = [
  { when: { prompt: "You go on from" }, text: "Red it is." },
  { when: { tool: "send_twice" }, calls: [{ name: "ask_operator", args: { question: "Hue?" } }] },
  { calls: [{ name: "send_twice", args: { amount: 3 } }] },
  { calls: [{ name: "send_twice", args: { amount: 3 } }] },
];

const POINTS = [
  "claimed",
  "before_prompt",
  "after_prompt",
  "before_model",
  "after_model",
  "after_reply",
  "before_tool",
  "after_tool",
  "after_done",
  "before_ask",
  "after_ask",
];

for (const point of POINTS) {
  for (const nth of point.endsWith("_model") || point === "after_reply" ? [1, 2] : [1]) {
    test(`killed at ${point} (${nth}) it asks once and goes on once from the answer`, async () => {
      const stage = await openStage(LIFE);
      const { id } = await stage.start("Paint the shed.");
      const { owner, clock } = stage.house;
      await stage.run(killedAt(point, nth)).catch(() => {});
      clock.jump(120_000);
      const { session } = await owner.showSession({ id });
      const paused = session.status === "paused" ? session : await stage.run();
      const { items } = await owner.list();
      expect(items).toHaveLength(1);
      await owner.answer({ id: items[0]?.id ?? "req_", answer: { text: "Red." } });
      await stage.run({ ...killedAt("before_end") }).catch(() => {});
      clock.jump(120_000);
      const ended = await stage.run();
      expect(ended).toMatchObject({ status: "completed", continues: paused.id });
      expect(new Set(stage.effects.paid.map(({ call }) => call)).size).toBe(1);
      const { chain } = await owner.showSession({ id });
      expect(chain.map(({ status }) => status)).toEqual(["paused", "completed"]);
    });
  }
}
