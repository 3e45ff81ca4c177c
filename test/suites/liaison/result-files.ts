import { describe, expect, test } from "vitest";
import { digest } from "../../../src/system/digest.ts";
import { codeOf, type WorldUnderTest } from "../earshot/world.ts";
import { liaisonOf, RESULT, WISHES } from "./liaison-world.ts";

const PNG = Buffer.from("\x89PNG\r\n\x1a\nno more of it", "latin1");
const CSV = Buffer.from("region,revenue\nnorth,3\n");
const CHART = { name: "out/chart.png", content: PNG.toString("base64") };
const SALES = { name: "sales.csv", media_type: "text/csv", content: CSV.toString("base64") };
const NAMED = [
  { name: "chart.png", media_type: "image/png", size: PNG.length, digest: digest.bytes(PNG) },
  { name: "sales.csv", media_type: "text/csv", size: CSV.length, digest: digest.bytes(CSV) },
];

/** Files and images that a worker lays beside its result. */
export function resultFileFacts(under: WorldUnderTest): void {
  const { as, show, say, specified } = liaisonOf(under);
  const files = { task_result: RESULT, attachments: [CHART, SALES] };

  async function handedOver(): Promise<`cnv_${string}`> {
    const { conversation_id } = await specified("scout");
    await as("scout").taskCompleted({ conversation_id, ...files });
    return conversation_id;
  }

  describe("a file beside a result", () => {
    test("stands in the record by its digest, in the event and under the liaison's words", async () => {
      const conversation_id = await handedOver();
      const { results, exchanges } = await show(conversation_id);
      expect(results).toMatchObject([{ result: RESULT, attachments: NAMED }]);
      expect(exchanges.at(-1)).toMatchObject({ role: "assistant", attachments: NAMED });
      const events: { readonly type: string }[] = [];
      for await (const event of await as("scout").taskEvents()) events.push(event);
      const done = events.find(({ type }) => type === "task.completed");
      expect(done).toMatchObject({ task_result: RESULT, attachments: NAMED });
      expect((await as("viewer").verifyAudit()).intact).toBe(true);
    });

    test("is read by whoever may read the conversation, and by nobody else", async () => {
      const conversation_id = await handedOver();
      const { request } = await show(conversation_id);
      if (request === undefined) throw new Error("Nobody was asked.");
      const of = { conversation_id, digest: digest.bytes(PNG) };
      for (const part of ["approver", "scout", "owner"] as const) {
        expect(await as(part).readAttachment(of)).toMatchObject(NAMED[0] ?? {});
      }
      for (const part of ["rival", "outsider", "viewer"] as const) {
        expect(await codeOf(as(part).readAttachment(of))).toBe("NOT_FOUND");
        const read = as(part).readFile({ id: request, digest: of.digest });
        expect(await codeOf(read)).toBe("NOT_FOUND");
        expect(await codeOf(as(part).showEvidence({ id: request }))).toBe("NOT_FOUND");
      }
    });

    test("stands beside the question what the person thinks of it", async () => {
      const { request } = await show(await handedOver());
      if (request === undefined) throw new Error("Nobody was asked.");
      const { items } = await as("approver").showEvidence({ id: request });
      expect(items.map(({ kind }) => kind)).toEqual(["image", "attachment"]);
      const read = { id: request, digest: digest.bytes(PNG) };
      const { bytes } = await as("approver").readFile(read);
      expect([...bytes]).toEqual([...PNG]);
    });

    test("is handed over once, and other files are another result", async () => {
      const conversation_id = await handedOver();
      await as("scout").taskCompleted({ conversation_id, ...files });
      expect((await show(conversation_id)).results).toHaveLength(1);
      const other = { conversation_id, task_result: RESULT, attachments: [SALES] };
      expect(await codeOf(as("scout").taskCompleted(other))).toBe("CONVERSATION_CLOSED");
    });

    test("comes back to its worker with the next round", async () => {
      const conversation_id = await handedOver();
      for (let turn = 0; turn < 3; turn++) {
        const { phase } = await show(conversation_id);
        if (phase === "feedback_collection") await say(conversation_id, WISHES);
      }
      const { round, specifications } = await show(conversation_id);
      expect(round).toBe(2);
      const material = specifications.at(-1)?.context["material"];
      for (const one of NAMED) {
        expect(material).toContainEqual(expect.objectContaining({ kind: "result", ...one }));
      }
    });

    test("is no picture unless its bytes are one", async () => {
      const { conversation_id } = await specified("scout");
      const attachments = [{ ...SALES, name: "chart.png", media_type: "image/png" }];
      await as("scout").taskCompleted({ conversation_id, task_result: RESULT, attachments });
      const { results } = await show(conversation_id);
      expect(results[0]?.attachments).toMatchObject([{ media_type: "application/octet-stream" }]);
    });

    test("of too many is refused, and the task stays open", async () => {
      const { conversation_id } = await specified("scout");
      const attachments = Array.from({ length: 11 }, () => SALES);
      const call = as("scout").taskCompleted({ conversation_id, task_result: RESULT, attachments });
      expect(["INVALID_INPUT", "TOO_LARGE"]).toContain(await codeOf(call));
      expect((await show(conversation_id)).phase).toBe("awaiting_task_completion");
    });

    test("goes with the conversation when that is erased", async () => {
      const conversation_id = await handedOver();
      const { request } = await show(conversation_id);
      await as("owner").eraseLiaison({ conversation_id });
      expect(JSON.stringify(await show(conversation_id))).not.toContain("sales.csv");
      const of = { conversation_id, digest: digest.bytes(CSV) };
      expect(await codeOf(as("approver").readAttachment(of))).toBe("NOT_FOUND");
      const id = request ?? "req_none";
      const read = as("approver").readFile({ id, digest: of.digest });
      expect(await codeOf(read)).toBe("NOT_FOUND");
      expect((await as("viewer").verifyAudit()).intact).toBe(true);
    });
  });
}
