import { describe, expect, test } from "vitest";
import { MAX_CONTENT_BYTES, MAX_TEXT_BYTES } from "../../../src/domain/limits.ts";
import { digest } from "../../../src/system/digest.ts";
import { codeOf, type WorldUnderTest } from "../earshot/world.ts";
import { liaisonOf, NEED } from "./liaison-world.ts";

const CSV = Buffer.from("region,revenue\nnorth,3\n");
const SALES = { name: "sales.csv", media_type: "text/csv", content: CSV.toString("base64") };
const WISH = "Find out why the server stops every night. Here is the log:";

/** A log as people paste it, of about so many KiB. */
function pasted(kib: number): string {
  const lines = Array.from(
    { length: kib * 16 },
    (_, index) =>
      `${String(index).padStart(8, "0")} worker started, memory 🦉 ${index % 97} MiB ok\r`,
  );
  return `${WISH}\n\n${lines.join("\n")}\n\nPlease write it up in one page for our operators.`;
}

/** What comes with a message, or is too long to be one. */
export function attachmentFacts(under: WorldUnderTest): void {
  const { as, show, say, specified } = liaisonOf(under);
  const person = () => as("approver");
  const bytesOf = async (conversation_id: `cnv_${string}`, of: Uint8Array) =>
    person().readAttachment({ conversation_id, digest: digest.bytes(of) });

  describe("a message over 64 KiB", () => {
    test("is kept whole for the worker, and stands in the conversation in part", async () => {
      const message = pasted(200);
      const begun = await person().beginConversation({ initial_message: message });
      const { exchanges } = await show(begun.conversation_id);
      const [first] = exchanges;
      expect(first?.attachments).toEqual([
        {
          name: "message.txt",
          media_type: "text/plain",
          size: Buffer.byteLength(message),
          digest: digest.bytes(Buffer.from(message)),
        },
      ]);
      expect(Buffer.byteLength(first?.content ?? "")).toBeLessThan(MAX_TEXT_BYTES);
      expect(first?.content).toContain(WISH);
      expect(first?.content).toContain("is attached as message.txt");
      expect(first?.content).toMatch(/in one page for our operators\.$/);
      const file = await bytesOf(begun.conversation_id, Buffer.from(message));
      expect(Buffer.from(file.bytes).toString()).toBe(message);
    });

    test("is one answer too, where the liaison has asked", async () => {
      const { conversation_id: id } = await person().beginConversation({ initial_message: NEED });
      const message = pasted(120);
      await say(id, message);
      const { exchanges } = await show(id);
      const said = exchanges.filter(({ role }) => role === "human").at(-1);
      expect(said?.attachments).toMatchObject([{ digest: digest.bytes(Buffer.from(message)) }]);
      expect(said?.content).toContain("is attached as message.txt");
    });

    test("may have 4 MiB, and no more", async () => {
      const most = `${WISH}\n`.padEnd(MAX_CONTENT_BYTES, "ok\n");
      const begun = await person().beginConversation({ initial_message: most });
      const file = await bytesOf(begun.conversation_id, Buffer.from(most));
      expect(file.size).toBe(MAX_CONTENT_BYTES);
      const more = person().beginConversation({ initial_message: `${most}!` });
      expect(await codeOf(more)).toBe("INVALID_INPUT");
    });
  });

  describe("an attachment", () => {
    test("comes with the words, and its worker has it by its digest", async () => {
      const { conversation_id: id } = await specified("scout");
      const input = { conversation_id: id, message: "Use these figures.", attachments: [SALES] };
      await person().continueConversation(input);
      const { exchanges, specifications } = await show(id);
      const said = exchanges.filter(({ role }) => role === "human").at(-1);
      const attachment = {
        name: "sales.csv",
        media_type: "text/csv",
        size: CSV.length,
        digest: digest.bytes(CSV),
      };
      expect(said?.attachments).toEqual([attachment]);
      expect(specifications.at(-1)?.context["material"]).toContainEqual(
        expect.objectContaining({ exchange: said?.id, kind: "attachment", ...attachment }),
      );
      const of = { conversation_id: id, digest: attachment.digest };
      const file = await as("scout").readAttachment(of);
      expect({ ...file, bytes: [...file.bytes] }).toEqual({ ...attachment, bytes: [...CSV] });
      expect(await codeOf(as("rival").readAttachment(of))).toBe("NOT_FOUND");
      expect(await codeOf(as("outsider").readAttachment(of))).toBe("NOT_FOUND");
      expect((await as("viewer").verifyAudit()).intact).toBe(true);
    });

    test("is read only through a conversation that it was said in", async () => {
      const attachments = [SALES];
      const first = await person().beginConversation({ initial_message: NEED, attachments });
      const other = await person().beginConversation({ initial_message: NEED });
      expect(await codeOf(bytesOf(other.conversation_id, CSV))).toBe("NOT_FOUND");
      expect((await bytesOf(first.conversation_id, CSV)).name).toBe("sales.csv");
    });

    test("with one key is kept once, and with other bytes refused", async () => {
      const key = { idempotencyKey: "attach-1" };
      const input = { initial_message: NEED, attachments: [SALES] };
      const begun = await person().beginConversation(input, key);
      expect(await person().beginConversation(input, key)).toEqual(begun);
      const changed = [{ ...SALES, content: btoa("other") }];
      const other = person().beginConversation(
        { initial_message: NEED, attachments: changed },
        key,
      );
      expect(await codeOf(other)).toBe("KEY_REUSED");
    });

    test.each([
      {
        given: ["../../.ssh/authorized_keys", "text/plain"],
        kept: ["authorized_keys", "text/plain"],
      },
      { given: ["C:\\evil.html", "text/html"], kept: ["evil.html", "application/octet-stream"] },
      { given: ["x.svg", "image/svg+xml; a=b"], kept: ["x.svg", "application/octet-stream"] },
      {
        given: ['a"\r\nX-Evil: 1.txt', "text/plain\r\nX: y"],
        kept: ["a_X-Evil_ 1.txt", "application/octet-stream"],
      },
      { given: ["Größe 日本.pdf", "application/pdf"], kept: ["Größe 日本.pdf", "application/pdf"] },
    ] as const)("called $given.0 is harmless to save", async ({ given, kept }) => {
      const [name, media_type] = kept;
      const bytes = Buffer.from(`<script>${name}</script>`);
      const content = bytes.toString("base64");
      const { conversation_id: id } = await person().beginConversation({
        initial_message: NEED,
        attachments: [{ name: given[0], media_type: given[1], content }],
      });
      expect(await bytesOf(id, bytes)).toMatchObject({ name, media_type });
    });

    test("of what is no base64, too many and too much are refused, and nothing is kept", async () => {
      const large = Buffer.alloc(3 * 1024 * 1024).toString("base64");
      const over = Buffer.alloc(MAX_CONTENT_BYTES + 3).toString("base64");
      const refused: readonly (readonly [readonly (typeof SALES)[], readonly string[]])[] = [
        [[{ ...SALES, content: "not base64!" }], ["INVALID_INPUT"]],
        [[{ ...SALES, content: over }], ["INVALID_INPUT", "TOO_LARGE"]],
        [Array.from({ length: 11 }, () => SALES), ["INVALID_INPUT", "TOO_LARGE"]],
        [Array.from({ length: 3 }, () => ({ ...SALES, content: large })), ["TOO_LARGE"]],
      ];
      for (const [attachments, codes] of refused) {
        const call = person().beginConversation({ initial_message: NEED, attachments });
        expect(codes).toContain(await codeOf(call));
      }
      expect((await as("viewer").listLiaisons()).items).toEqual([]);
    });

    test("goes with what was said when that is erased", async () => {
      const attachments = [SALES];
      const begun = await person().beginConversation({ initial_message: NEED, attachments });
      const { conversation_id: id } = begun;
      await as("owner").eraseLiaison({ conversation_id: id });
      expect(JSON.stringify(await show(id))).not.toContain("sales.csv");
      expect(await codeOf(bytesOf(id, CSV))).toBe("NOT_FOUND");
      expect((await as("viewer").verifyAudit()).intact).toBe(true);
    });
  });
}
