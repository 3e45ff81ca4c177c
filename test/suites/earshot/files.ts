import { describe, expect, test } from "vitest";
import type { AnswerFile } from "../../../src/domain/forms/file-fields.ts";
import type { RequestId } from "../../../src/domain/id.ts";
import type { JsonObject } from "../../../src/domain/json.ts";
import { MAX_ANSWER_FILES, MAX_CONTENT_BYTES } from "../../../src/domain/limits.ts";
import { digest } from "../../../src/system/digest.ts";
import { codeOf, type Part, type WorldUnderTest } from "./world.ts";

const BYTES = Buffer.from("%PDF-1.7 an invoice");
const INVOICE = {
  name: "invoice.pdf",
  media_type: "application/pdf",
  content: BYTES.toString("base64"),
};
const PDF = { format: "file", mediaTypes: ["application/pdf"] };

/** Files that people give with an answer. */
export function fileFacts(under: WorldUnderTest): void {
  const as = (part: Parameters<WorldUnderTest["world"]["as"]>[0]) => under.world.as(part);
  const asked = async (properties: JsonObject = { file: PDF }) => {
    const form = { kind: "fields", schema: { type: "object", properties } } as const;
    return (await as("scout").ask({ text: "Which file?", form })).request.id;
  };
  const upload = (id: RequestId, given: Partial<typeof INVOICE> = {}) =>
    as("approver").uploadFile({ id, ...INVOICE, ...given });
  const answer = (id: RequestId, fields: object) =>
    as("approver").answer({ id, answer: { fields: fields as JsonObject } });
  const isOpen = async (id: RequestId) =>
    (await as("scout").show({ id })).request.status === "open";

  describe("a file of an answer", () => {
    test("is named by its facts, and read byte for byte by who may read the request", async () => {
      const id = await asked();
      const file = await upload(id);
      expect(file).toEqual({
        name: "invoice.pdf",
        media_type: "application/pdf",
        size: BYTES.length,
        digest: digest.bytes(BYTES),
      });
      const answered = await answer(id, { file });
      expect(answered).toMatchObject({ status: "answered", answer: { fields: { file } } });
      const of = { id, digest: file.digest };
      for (const part of ["scout", "viewer"] as const) {
        const { bytes, ...facts } = await as(part).readFile(of);
        expect(facts).toEqual(file);
        expect(Buffer.from(bytes)).toEqual(BYTES);
      }
      for (const part of ["rival", "outsider", "stranger"] as const) {
        expect(await codeOf(as(part).readFile(of))).toBe("NOT_FOUND");
      }
      expect((await as("viewer").verifyAudit()).intact).toBe(true);
    });

    test("stands in groups, lists and lists of objects too, several of them", async () => {
      const group = { type: "object", properties: { file: PDF } };
      const form = {
        files: { type: "array", items: PDF, minItems: 2 },
        more: group,
        rows: { type: "array", items: { ...group, required: ["file"] } },
      };
      const id = await asked(form);
      const one = await upload(id);
      const two = await upload(id, { content: btoa("another"), name: "b.pdf" });
      expect(await codeOf(answer(id, { files: [one] }))).toBe("INVALID_INPUT");
      const wrong = [[{}], [{ file: "b.pdf" }], [{ file: one }, { file: { ...two, size: 1 } }]];
      for (const rows of wrong) {
        expect(await codeOf(answer(id, { files: [one, two], rows }))).toBe("INVALID_INPUT");
      }
      const fields = {
        files: [one, two],
        more: { file: two },
        rows: [{ file: two }, { file: one }],
      };
      expect(await answer(id, fields)).toMatchObject({ answer: { fields } });
      for (const { digest: of } of [one, two]) {
        expect((await as("scout").readFile({ id, digest: of })).digest).toBe(of);
      }
    });

    test("may come again under another name and type, and has the last", async () => {
      const id = await asked({ file: PDF, other: { format: "file" } });
      await upload(id, { name: "a.bin", media_type: "application/zip" });
      const file = await upload(id);
      expect(await answer(id, { file })).toMatchObject({ answer: { fields: { file } } });
    });

    test("is what the schema of zod or pydantic has as bytes", async () => {
      const { request } = await as("scout").ask({
        text: "Which picture?",
        schema: {
          type: "object",
          required: ["picture", "key"],
          properties: {
            picture: { type: "string", format: "binary", contentMediaType: "image/png" },
            key: { type: "string", contentEncoding: "base64", minLength: 8 },
          },
        },
      });
      const { id } = request;
      const picture = await upload(id, { name: "a.png", media_type: "image/png" });
      const key = await upload(id, { name: "key", content: btoa("secret") });
      expect(await codeOf(answer(id, { picture: key, key }))).toBe("INVALID_INPUT");
      expect(await codeOf(answer(id, { picture: "AAAA", key }))).toBe("INVALID_INPUT");
      const fields = { picture, key };
      expect(await answer(id, { picture, key })).toMatchObject({ answer: { fields } });
    });

    test("is uploaded once for one key", async () => {
      const id = await asked();
      const key = { idempotencyKey: "upload-1" };
      const file = await as("approver").uploadFile({ id, ...INVOICE }, key);
      await answer(id, { file });
      expect(await as("approver").uploadFile({ id, ...INVOICE }, key)).toEqual(file);
      const other = { id, ...INVOICE, content: btoa("other") };
      expect(await codeOf(as("approver").uploadFile(other, key))).toBe("KEY_REUSED");
    });

    test("is nobody's before the answer names it, and gone if none does", async () => {
      const id = await asked();
      const used = await upload(id);
      const unused = await upload(id, { content: btoa("never mind") });
      expect(await codeOf(as("scout").readFile({ id, digest: used.digest }))).toBe("NOT_FOUND");
      await answer(id, { file: used });
      expect(await codeOf(as("scout").readFile({ id, digest: unused.digest }))).toBe("NOT_FOUND");
      expect((await as("scout").readFile({ id, digest: used.digest })).size).toBe(used.size);
    });

    test("goes with its request when that is erased", async () => {
      const id = await asked();
      const file = await upload(id);
      await answer(id, { file });
      await as("owner").erase({ id });
      expect(await codeOf(as("scout").readFile({ id, digest: file.digest }))).toBe("NOT_FOUND");
      expect(JSON.stringify(await as("scout").show({ id }))).not.toContain("invoice");
      expect((await as("viewer").verifyAudit()).intact).toBe(true);
    });

    test.each([
      { given: ["../../.ssh/id", "application/pdf"], kept: ["id", "application/pdf"] },
      { given: ["C:\\evil.html", "text/html"], kept: ["evil.html", "application/octet-stream"] },
      { given: ["x.svg", "image/svg+xml"], kept: ["x.svg", "application/octet-stream"] },
    ] as const)("called $given.0 is harmless to save", async ({ given, kept }) => {
      const [name, media_type] = given;
      const id = await asked({ file: { format: "file" } });
      const file = await upload(id, { name, media_type });
      await answer(id, { file });
      const read = await as("scout").readFile({ id, digest: file.digest });
      expect([read.name, read.media_type]).toEqual(kept);
    });
  });

  describe("an answer is refused, and changes nothing,", () => {
    const refusedWith = async (id: RequestId, fields: object, code: string) => {
      expect(await codeOf(answer(id, fields))).toBe(code);
      expect(await isOpen(id)).toBe(true);
    };

    test("for a file that nobody uploaded, or uploaded for another request", async () => {
      const [id, other] = [await asked(), await asked()];
      const unknown = { ...(await upload(id)), digest: digest.bytes(Buffer.from("unknown")) };
      await refusedWith(id, { file: unknown }, "NOT_FOUND");
      const elsewhere = await upload(other, { content: btoa("of another") });
      await refusedWith(id, { file: elsewhere }, "NOT_FOUND");
      await answer(other, { file: elsewhere });
      await refusedWith(id, { file: elsewhere }, "NOT_FOUND");
    });

    test("for a file of another type, size, name or shape", async () => {
      const id = await asked({ file: PDF, any: { format: "file" } });
      const file = await upload(id);
      const text = await upload(id, { media_type: "text/plain", content: btoa("text") });
      const wrong: readonly object[] = [
        text,
        { ...text, media_type: "application/pdf" },
        { ...file, size: file.size - 1 },
        { ...file, name: "../invoice.pdf" },
        { ...file, digest: file.digest.toUpperCase() },
        { digest: file.digest },
        { ...file, more: 1 },
      ];
      for (const one of wrong) await refusedWith(id, { file: one }, "INVALID_INPUT");
      await refusedWith(id, { file: null }, "INVALID_INPUT");
      await refusedWith(id, { file: "invoice.pdf" }, "INVALID_INPUT");
      expect(await answer(id, { file })).toMatchObject({ status: "answered" });
    });

    test("for a file over the bound of its field, and for too many", async () => {
      const small = { format: "file", maxBytes: 4 };
      const id = await asked({ file: small, files: { type: "array", items: { format: "file" } } });
      const file = await upload(id);
      await refusedWith(id, { file }, "TOO_LARGE");
      const files = Array.from({ length: MAX_ANSWER_FILES + 1 }, () => file);
      await refusedWith(id, { files }, "TOO_LARGE");
      expect(await answer(id, { files: files.slice(1) })).toMatchObject({ status: "answered" });
    });
  });

  test("no file is taken that no field wants, or for a request that is closed", async () => {
    const small = await asked({ file: { ...PDF, maxBytes: 4 } });
    expect(await codeOf(upload(small))).toBe("TOO_LARGE");
    const id = await asked();
    expect(await codeOf(upload(id, { media_type: "image/png" }))).toBe("INVALID_INPUT");
    const content = Buffer.alloc(MAX_CONTENT_BYTES + 3).toString("base64");
    expect(["INVALID_INPUT", "TOO_LARGE"]).toContain(await codeOf(upload(id, { content })));
    expect(await codeOf(upload(id, { content: "not base64!" }))).toBe("INVALID_INPUT");
    const { request } = await as("scout").authorize({ tool: "go", args: {}, reason: "Now." });
    expect(await codeOf(upload(request.id))).toBe("INVALID_INPUT");
    await as("scout").cancel({ id });
    expect(await codeOf(upload(id))).toBe("REQUEST_CLOSED");
  });

  describe("a file that is attached to an answer", () => {
    const ask = async (part: Part = "scout") =>
      (await as(part).ask({ text: "What does it look like?" })).request.id;
    const say = (id: RequestId, attachments: readonly AnswerFile[]) =>
      as("approver").answer({ id, answer: { text: "As here.", attachments } });

    test("goes with words, stands in the record by its digest, and is read by who may read those", async () => {
      const id = await ask();
      const file = await upload(id);
      const other = await upload(id, { content: "eHl6" });
      const answered = await say(id, [file]);
      expect(answered).toMatchObject({ answer: { text: "As here.", attachments: [file] } });
      const { bytes } = await as("scout").readFile({ id, digest: file.digest });
      expect(Buffer.from(bytes)).toEqual(BYTES);
      const read = (part: Part, of: string) =>
        codeOf(as(part).readFile({ id, digest: of as AnswerFile["digest"] }));
      expect(await read("rival", file.digest)).toBe("NOT_FOUND");
      expect(await read("scout", other.digest)).toBe("NOT_FOUND");
      expect((await as("viewer").verifyAudit()).intact).toBe(true);
      await as("owner").erase({ id });
      expect(await read("scout", file.digest)).toBe("NOT_FOUND");
    });

    test("is refused where it was given for another request, is too many, or has its fields", async () => {
      const id = await ask();
      const file = await upload(await ask());
      expect(await codeOf(say(id, [file]))).toBe("NOT_FOUND");
      const own = await upload(id);
      expect(await codeOf(say(id, [{ ...own, name: "../a.pdf" }]))).toBe("INVALID_INPUT");
      const many = Array.from({ length: MAX_ANSWER_FILES + 1 }, () => own);
      expect(["INVALID_INPUT", "TOO_LARGE"]).toContain(await codeOf(say(id, many)));
      const form = await asked();
      const attachments = [await upload(form)];
      const fields = as("approver").answer({ id: form, answer: { fields: {}, attachments } });
      expect(await codeOf(fields)).toBe("INVALID_INPUT");
      expect(await isOpen(id)).toBe(true);
    });

    test("is given to one agent alone, and to none in advance", async () => {
      const id = await ask();
      const shared = await ask("rival");
      await say(id, [await upload(id)]);
      expect((await as("rival").show({ id: shared })).request.status).toBe("open");
      const permit = as("owner").permit({ scope: "answer", like: id });
      expect(await codeOf(permit)).toBe("INVALID_INPUT");
    });
  });

  test("agents and lookers-on upload nothing", async () => {
    const id = await asked();
    for (const part of ["scout", "viewer", "service"] as const) {
      expect(await codeOf(as(part).uploadFile({ id, ...INVOICE }))).toBe("NOT_ALLOWED");
    }
    expect(await codeOf(as("outsider").uploadFile({ id, ...INVOICE }))).toBe("NOT_FOUND");
  });

  test("an answer with files is shared with no other agent and given in advance to none", async () => {
    const id = await asked();
    const form = { kind: "fields", schema: { type: "object", properties: { file: PDF } } } as const;
    const { request } = await as("rival").ask({ text: "Which file?", form });
    const file: AnswerFile = await upload(id);
    await answer(id, { file });
    expect(await isOpen(id)).toBe(false);
    expect((await as("rival").show({ id: request.id })).request.status).toBe("open");
    const permit = as("owner").permit({ scope: "answer", like: id });
    expect(await codeOf(permit)).toBe("INVALID_INPUT");
  });

  test("a question offers no file by itself", async () => {
    const file = {
      name: "a.pdf",
      media_type: "application/pdf",
      size: 1,
      digest: digest.bytes(BYTES),
    };
    const form = { kind: "fields", schema: { type: "object", properties: { file: PDF } } } as const;
    const ask = as("scout").ask({ text: "This one?", form, default: { fields: { file } } });
    expect(await codeOf(ask)).toBe("INVALID_INPUT");
  });
}
