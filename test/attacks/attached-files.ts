import { digest } from "../../src/system/digest.ts";
import type { Attack, Family } from "./attack.ts";
import type { Part, Scene } from "./scene.ts";

const LIKE = "a file that a person gave to one agent";
const BYTES = Buffer.from("salary,name\n1,ana\n");
const FILE = { name: "salaries.csv", content: BYTES.toString("base64") };
const WISH = { initial_message: "Make a chart of these figures." };

/** A conversation of ana's with a file, whose task is scout's. */
async function attachedTo(scene: Scene): Promise<`cnv_${string}`> {
  const ana = await scene.as("ana");
  const input = { ...WISH, agent: "scout", attachments: [FILE] };
  return (await ana.beginConversation(input)).conversation_id;
}

const reads = (by: Part, does: string): Attack => ({
  id: `attached-files/read-by-${by}`,
  does,
  like: LIKE,
  refusal: "NOT_FOUND",
  async prepare(scene) {
    const conversation_id = await attachedTo(scene);
    const as = await scene.as(by);
    return () => as.readAttachment({ conversation_id, digest: digest.bytes(BYTES) });
  },
});

const refused = (
  id: string,
  does: string,
  { refusal, files }: { readonly refusal: string; readonly files: readonly (typeof FILE)[] },
): Attack => ({
  id: `attached-files/${id}`,
  does,
  like: "filling the record",
  refusal,
  async prepare(scene) {
    const ana = await scene.as("ana");
    return () => ana.beginConversation({ ...WISH, attachments: files });
  },
});

const ofBytes = (count: number) => ({ ...FILE, content: Buffer.alloc(count).toString("base64") });

export const attachedFiles: Family = {
  name: "reading or flooding what people attach",
  attacks: [
    reads("rival", "an agent reads the file of another agent's task by its digest"),
    reads("outsider", "an owner of another workspace reads it by its digest"),
    reads("stranger", "an agent of another workspace reads it by its digest"),
    {
      id: "attached-files/guessed-digest",
      does: "asks through a conversation of one's own whether anybody has attached these bytes",
      like: "probing a store by digests",
      refusal: "NOT_FOUND",
      async prepare(scene) {
        await attachedTo(scene);
        const ben = await scene.as("ben");
        const { conversation_id } = await ben.beginConversation(WISH);
        return () => ben.readAttachment({ conversation_id, digest: digest.bytes(BYTES) });
      },
    },
    {
      id: "attached-files/erased",
      does: "reads it by its digest once the conversation was erased",
      like: LIKE,
      refusal: "NOT_FOUND",
      async prepare(scene) {
        const conversation_id = await attachedTo(scene);
        await (await scene.as("owner")).eraseLiaison({ conversation_id });
        const scout = await scene.as("scout");
        return () => scout.readAttachment({ conversation_id, digest: digest.bytes(BYTES) });
      },
    },
    {
      id: "attached-files/in-anothers-name",
      does: "an agent attaches a file to the words of a person",
      like: LIKE,
      refusal: "NOT_ALLOWED not_a_person",
      async prepare(scene) {
        const conversation_id = await attachedTo(scene);
        const scout = await scene.as("scout");
        const said = { conversation_id, message: "Use this instead.", attachments: [FILE] };
        return () => scout.continueConversation(said);
      },
    },
    refused("oversize", "attaches a file of more than 4 MiB", {
      refusal: "TOO_LARGE",
      files: [ofBytes(4 * 1024 * 1024 + 1)],
    }),
    refused("together", "attaches files of more than 8 MiB together", {
      refusal: "TOO_LARGE",
      files: Array.from({ length: 3 }, () => ofBytes(3 * 1024 * 1024)),
    }),
    refused("many", "attaches eleven files to one message", {
      refusal: "TOO_LARGE",
      files: Array.from({ length: 11 }, () => FILE),
    }),
    {
      id: "attached-files/full",
      does: "fills a conversation over its bound, message by message",
      like: "filling the record",
      refusal: "QUOTA_EXCEEDED",
      async prepare(scene) {
        const conversation_id = await attachedTo(scene);
        const ana = await scene.as("ana");
        const workspace = "default";
        await scene.ctx.commit({
          workspace,
          events: [],
          writes: [
            {
              type: "content.put",
              content: {
                workspace,
                owner: conversation_id,
                digest: digest.bytes(Buffer.from("most of it")),
                size: 63 * 1024 * 1024,
                mediaType: "text/plain",
                createdAt: "2026-01-01T00:00:00.000Z",
                bytes: Buffer.from("most of it"),
              },
            },
          ],
        });
        const said = { conversation_id, message: "More.", attachments: [ofBytes(2 * 1024 * 1024)] };
        return () => ana.continueConversation(said);
      },
    },
  ],
};
