import type { RequestId } from "../../src/domain/id.ts";
import { digest } from "../../src/system/digest.ts";
import type { Attack, Family } from "./attack.ts";
import type { Part, Scene } from "./scene.ts";

const LIKE = "a file that a person gave to one agent";
const BYTES = Buffer.from("salary,name\n1,ana\n");
const FILE = { name: "salaries.csv", media_type: "text/csv", content: BYTES.toString("base64") };
const OF = digest.bytes(BYTES);

async function asked(scene: Scene, by: Part = "scout", field: object = {}): Promise<RequestId> {
  const properties = { file: { format: "file", ...field } };
  const form = { kind: "fields", schema: { type: "object", properties } } as const;
  return (await (await scene.as(by)).ask({ text: "Which file?", form })).request.id;
}

/** A question of scout's, which ana has answered with a file. */
async function given(scene: Scene): Promise<RequestId> {
  const id = await asked(scene);
  const ana = await scene.as("ana");
  const file = await ana.uploadFile({ id, ...FILE });
  await ana.answer({ id, answer: { fields: { file: { ...file } } } });
  return id;
}

const reads = (by: Part, does: string): Attack => ({
  id: `answer-files/read-by-${by}`,
  does,
  like: LIKE,
  refusal: "NOT_FOUND",
  async prepare(scene) {
    const id = await given(scene);
    const as = await scene.as(by);
    return () => as.readFile({ id, digest: OF });
  },
});

export const answerFiles: Family = {
  name: "reading, swapping or flooding the files of answers",
  attacks: [
    reads("rival", "an agent reads the file of another agent's answer by its digest"),
    reads("outsider", "an owner of another workspace reads it by its digest"),
    reads("stranger", "an agent of another workspace reads it by its digest"),
    {
      id: "answer-files/guessed-digest",
      does: "answers with the digest of a file that was given for another request",
      like: "probing a store by digests",
      refusal: "NOT_FOUND",
      async prepare(scene) {
        const first = await given(scene);
        const ana = await scene.as("ana");
        const { digest: of, bytes: _, ...facts } = await ana.readFile({ id: first, digest: OF });
        const id = await asked(scene, "rival");
        const file = { ...facts, digest: of };
        return () => ana.answer({ id, answer: { fields: { file } } });
      },
    },
    {
      id: "answer-files/before-the-answer",
      does: "an agent reads what a person has uploaded and not sent",
      like: LIKE,
      refusal: "NOT_FOUND",
      async prepare(scene) {
        const id = await asked(scene);
        await (await scene.as("ana")).uploadFile({ id, ...FILE });
        const scout = await scene.as("scout");
        return () => scout.readFile({ id, digest: OF });
      },
    },
    {
      id: "answer-files/own-answer",
      does: "an agent uploads a file for its own question",
      like: "an agent that answers itself",
      refusal: "NOT_ALLOWED",
      async prepare(scene) {
        const id = await asked(scene);
        const scout = await scene.as("scout");
        return () => scout.uploadFile({ id, ...FILE });
      },
    },
    {
      id: "answer-files/after-the-answer",
      does: "puts another file in the place of one that was answered with",
      like: "a swap after the decision",
      refusal: "REQUEST_CLOSED",
      async prepare(scene) {
        const id = await given(scene);
        const ben = await scene.as("ben");
        return () => ben.uploadFile({ id, ...FILE, name: "other.csv" });
      },
    },
    {
      id: "answer-files/erased",
      does: "reads it by its digest once the request was erased",
      like: LIKE,
      refusal: "NOT_FOUND",
      async prepare(scene) {
        const id = await given(scene);
        await (await scene.as("owner")).erase({ id });
        const scout = await scene.as("scout");
        return () => scout.readFile({ id, digest: OF });
      },
    },
    {
      id: "answer-files/disguised-page",
      does: "gives a page for a picture",
      like: "a page that runs where it is shown",
      refusal: "INVALID_INPUT",
      async prepare(scene) {
        const id = await asked(scene, "scout", { mediaTypes: ["image/*"] });
        const ana = await scene.as("ana");
        const page = { name: "x.svg", media_type: "image/svg+xml", content: btoa("<svg/>") };
        return () => ana.uploadFile({ id, ...page });
      },
    },
    {
      id: "answer-files/oversize",
      does: "uploads a file of more than 4 MiB",
      like: "filling the record",
      refusal: "TOO_LARGE",
      async prepare(scene) {
        const id = await asked(scene);
        const ana = await scene.as("ana");
        const content = Buffer.alloc(4 * 1024 * 1024 + 1).toString("base64");
        return () => ana.uploadFile({ id, ...FILE, content });
      },
    },
    {
      id: "answer-files/full",
      does: "fills a request over its bound, file by file",
      like: "filling the record",
      refusal: "QUOTA_EXCEEDED",
      async prepare(scene) {
        const id = await asked(scene);
        const ana = await scene.as("ana");
        const most = Buffer.from("most of it");
        const content = {
          workspace: "default",
          owner: id,
          digest: digest.bytes(most),
          size: 63 * 1024 * 1024,
          mediaType: "text/plain",
          createdAt: "2026-01-01T00:00:00.000Z",
          bytes: most,
        } as const;
        const writes = [{ type: "content.put", content }] as const;
        await scene.ctx.commit({ workspace: "default", events: [], writes });
        const large = Buffer.alloc(2 * 1024 * 1024).toString("base64");
        return () => ana.uploadFile({ id, ...FILE, content: large });
      },
    },
  ],
};
