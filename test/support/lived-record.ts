import type { RequestId } from "../../src/domain/id.ts";
import type { ApproveInput } from "../../src/ports/earshot/authority.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import { ownKey } from "./own-key.ts";

/** Who lives in the record. */
export type Inhabitant = "owner" | "ana" | "ben" | "scout" | "rival";

const SEND = { tool: "send_mail", args: { to: "ana@example.org" }, reason: "They asked." };

/**
 * Every kind of life that the log speaks of, through the doors that people and agents take. The named
 * parts are there; whoever is needed besides is made.
 */
export async function liveInRecord(as: (who: Inhabitant) => Promise<Earshot>): Promise<void> {
  const [owner, ana, scout] = [await as("owner"), await as("ana"), await as("scout")];
  await liveQuestions({ owner, ana, scout });
  await liveActions({ owner, ana, scout, ben: await as("ben") });
  await liveKeys({ owner, ana });
  await scout.tell({ text: "The build is done." });
  await owner.tell({ agent: "scout", text: "Thank you." });
  await scout.startConversation({ title: "The move" });
  for (const value of ["one", "two"]) await scout.writeMemory({ key: "count", value });
  await scout.writeMemory({ key: "gone", value: "soon" });
  await scout.deleteMemory({ key: "gone" });
  await owner.setPassphrase({ passphrase: "five wet horses ran home" });
  await owner.startSession({ agent: "scout", text: "Sweep the logs.", pending: true });
  await owner.startSession({ agent: "scout", text: "Write the report." });
  await ana.beginConversation({
    initial_message: "I need a sales dashboard.",
    attachments: [{ name: "sales.csv", media_type: "text/csv", content: btoa("north,3\n") }],
  });
}

async function liveQuestions({ owner, ana, scout }: Record<"owner" | "ana" | "scout", Earshot>) {
  const ask = async (text: string) => (await scout.ask({ text })).request.id;
  await ana.answer({ id: await ask("Which colour?"), answer: { text: "blue" } });
  const late = await ask("Which road?");
  await scout.cancel({ id: late, reason: "I know it now." });
  await ana.answer({ id: late, answer: { text: "the left one" } }).catch(() => {});
  await ask("Is anybody there?");
  const standing = await ask("May I use the network?");
  await ana.answer({ id: standing, answer: { text: "No." } });
  await ana.permit({ scope: "answer", like: standing });
  await ask("May I use the network?");
  const erased = await ask("What is the code?");
  await ana.answer({ id: erased, answer: { text: "0000" } });
  await owner.erase({ id: erased });
  await scout.ask({
    text: "Which day is that?",
    evidence: [{ kind: "attachment", name: "note.txt", content: { text: "Monday" } }],
  });
}

async function liveActions({
  owner,
  ana,
  ben,
  scout,
}: Record<"owner" | "ana" | "ben" | "scout", Earshot>) {
  const source = {
    version: 1,
    rules: [
      { name: "reads", tools: ["read_*"], decision: "allow" },
      { name: "drops", tools: ["drop_*"], decision: "deny", why: "Never." },
      { name: "pays", tools: ["pay"], decision: "ask", quorum: 2 },
    ],
  };
  await owner.applyPolicy({ source });
  const seek = async (over: object = {}) => (await scout.authorize({ ...SEND, ...over })).request;
  const approve = async (by: Earshot, id: RequestId, over: Partial<ApproveInput> = {}) => {
    const { request } = await by.show({ id });
    if (request.kind !== "authorization") throw new Error(`${id} is a question.`);
    const { args } = over;
    const { digest } =
      args === undefined ? request.authorization : await by.previewEdit({ id, args });
    await by.approve({ id, digest, typed: digest.slice(0, 6), ...over }, { via: "cli" });
  };
  const sent = await seek();
  await approve(ana, sent.id);
  const { grant } = await scout.collect({ id: sent.id });
  await scout.redeem({ grant, tool: SEND.tool, args: SEND.args });
  const paid = await seek({ tool: "pay", args: { amount: 10 } });
  await approve(ana, paid.id);
  await approve(ben, paid.id);
  await scout.collect({ id: paid.id });
  await approve(ana, (await seek({ tool: "pay", args: { amount: 11 } })).id);
  const edited = await seek({ args: { to: "all@example.org" } });
  await approve(ana, edited.id, { args: { to: "ben@example.org" } });
  const wrong = await seek({ args: { to: "wrong@example.org" } });
  await approve(ana, wrong.id);
  await ana.revoke({ id: wrong.id, reason: "Not to them." });
  await ben.reject({
    id: (await seek({ args: { to: "eve@example.org" } })).id,
    reason: "Not to Eve.",
  });
  await seek({ tool: "read_file", args: { path: "a" }, redeemIfAllowed: true });
  await seek({ tool: "drop_table", args: { name: "users" } });
  const { id } = await ana.permit({ scope: "target", like: sent.id });
  await seek();
  await ana.permit({ scope: "pattern", agent: "scout", tool: "list_*" });
  const { items } = await owner.listPermissions();
  const revoked = items.find((one) => one.id !== id && one.scope === "pattern");
  if (revoked !== undefined) await ana.revokePermission({ id: revoked.id });
  await seek({ args: { to: "open@example.org" } });
}

async function liveKeys({ owner, ana }: Record<"owner" | "ana", Earshot>) {
  await ownKey(owner, { kind: "person", name: "guest", role: "viewer" });
  const { key } = await owner.createKey({ kind: "service", name: "exporter" });
  await owner.revokeKey({ id: key.id });
  await ana.createKey({ kind: "person", name: "ana", unattended: true });
  await owner.createKey({ kind: "agent", name: "scout", scopes: ["read"] });
  const nightly = await owner.createKey({ kind: "agent", name: "scout", label: "nightly" });
  await owner.rotateKey({ id: nightly.key.id });
  const { principal } = await owner.createKey({ kind: "agent", name: "crawler" });
  await owner.haltAgent({ id: principal.id });
}
