import type { Client } from "@modelcontextprotocol/client";
import { describe, expect, test } from "vitest";
import type { RequestId } from "../../src/domain/id.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { Envelope } from "../../src/ports/earshot/tool-door.ts";
import { byGroup, takeShare } from "../support/share.ts";
import { connectClient, connectOldClient, type Door, ERAS, envelopeOf, openDoor } from "./door.ts";

takeShare("eras", byGroup);

const BYTES = Buffer.from("%PDF-1.7 \xff an invoice", "latin1");
const PDF = { name: "may.pdf", media_type: "application/pdf", content: BYTES.toString("base64") };
const NOTES = { name: "notes.txt", media_type: "text/plain", content: btoa("what to say") };

type Calling = Pick<Client, "callTool">;

/** Answers a question of this client with the files. */
async function answered(
  { operator }: Pick<Door, "operator">,
  client: Calling,
  given: readonly (typeof PDF)[],
): Promise<RequestId> {
  const properties = { files: { type: "array", items: { format: "file" } } };
  const form = { type: "object", properties };
  const args = { question: "Which files?", form, max_wait_s: 0 };
  const asked = envelopeOf(await client.callTool({ name: "ask_human", arguments: args }));
  const id = asked.data["request_id"] as RequestId;
  const files: JsonObject[] = [];
  for (const one of given) files.push({ ...(await operator.uploadFile({ id, ...one })) });
  await operator.answer({ id, answer: { fields: { files } } });
  return id;
}

/** What the agent is told of a question that was answered with these files. */
async function givenFiles(
  door: Pick<Door, "operator">,
  client: Calling,
  given: readonly (typeof PDF)[] = [PDF, NOTES],
): Promise<Envelope> {
  const id = await answered(door, client, given);
  const waiting = { name: "await_response", arguments: { request_ids: [id] } };
  return envelopeOf(await client.callTool(waiting));
}

function urisOf({ data }: Envelope): readonly string[] {
  return (data["files"] as readonly { readonly uri: string }[]).map(({ uri }) => uri);
}

describe.each(ERAS)("a client of the %s era", (era) => {
  test("reads the files of an answer by their address, as bytes or as text", async () => {
    const door = await openDoor();
    const client = await connectClient(door, { era });
    await client.listTools();
    const told = await givenFiles(door, client);
    expect(told).toMatchObject({
      status: "answered",
      data: { files: [{ name: "may.pdf" }, { name: "notes.txt" }] },
    });
    const [pdf = "", notes = ""] = urisOf(told);
    expect((await client.readResource({ uri: pdf })).contents).toEqual([
      { uri: pdf, mimeType: "application/pdf", blob: PDF.content },
    ]);
    expect((await client.readResource({ uri: notes })).contents).toEqual([
      { uri: notes, mimeType: "text/plain", text: "what to say" },
    ]);
  });

  test("is told how the address of a file is made, and of no other resource", async () => {
    const client = await connectClient(await openDoor(), { era });
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      "earshot://requests/{id}/files/{digest}",
    ]);
    expect((await client.listResources()).resources).toEqual([]);
  });

  test("reads no file of another agent's request, and none that is not there", async () => {
    const door = await openDoor();
    const [uri = ""] = urisOf(await givenFiles(door, await connectClient(door, { era })));
    const { secret } = await door.operator.createKey({ kind: "agent", name: "other" });
    const other = await connectClient(door, { era, key: secret });
    const own = await connectClient(door, { era });
    const refused = [
      other.readResource({ uri }),
      own.readResource({ uri: uri.replace(/.{64}$/, "0".repeat(64)) }),
      own.readResource({ uri: "file:///etc/passwd" }),
      own.readResource({ uri: uri.replace("files/", "files/../") }),
    ];
    for (const one of await Promise.allSettled(refused)) {
      expect(one).toMatchObject({
        status: "rejected",
        reason: { message: expect.stringMatching(/not found/i) },
      });
    }
  });
});

test("a client of the old SDK reads a file of an answer", async () => {
  const door = await openDoor();
  const client = await connectOldClient(door);
  const [uri = ""] = urisOf(await givenFiles(door, client as unknown as Calling, [PDF]));
  expect((await client.readResource({ uri })).contents).toMatchObject([{ blob: PDF.content }]);
});

test("a late answer names the files that came with it", async () => {
  const door = await openDoor();
  const client = await connectClient(door);
  const id = await answered(door, client, [PDF]);
  const { data } = envelopeOf(await client.callTool({ name: "check_messages", arguments: {} }));
  expect(data["messages"]).toMatchObject([
    { request_id: id, files: [{ name: "may.pdf", uri: expect.stringContaining(id) }] },
  ]);
});
