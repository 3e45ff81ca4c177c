import { afterEach, beforeEach, expect, test } from "vitest";
import type { Form } from "../../src/domain/requests/question.ts";
import { control, postOn, untilSent } from "../support/hub-cast.ts";
import { type HubWorld, openHub } from "../support/hub-world.ts";

let world: HubWorld;
beforeEach(async () => {
  world = await openHub();
});
afterEach(() => world.close());

const form: Form = { kind: "choice", options: [{ label: "yes" }] };

async function ask(text = "Go on?", number = 1) {
  const { request } = await world.scout.ask({ text, form });
  await untilSent(world, request.id);
  return await postOn(world, "slack", number);
}

test("a post, and what is said back, come in the language that the person has chosen", async () => {
  await world.link("slack");
  await world.owner.setAttention({ language: "de-AT" });
  const post = await ask();
  expect(post.text).toContain("Frage von scout");
  expect(await world.on("slack").press(control(post, "yes"), "member")).toBe(
    "Die Anfrage wurde von ada über slack beantwortet.",
  );
  await expect
    .poll(async () => (await postOn(world, "slack")).text)
    .toContain("Beantwortet von ada über slack");
});

test("who has chosen none reads what the channel or the deployment says, or English", async () => {
  await world.link("slack");
  expect((await ask()).text).toContain("Question from scout");
  const given = world.ctx as { language?: string };
  given.language = "fr";
  expect((await ask("Which of the two rivers?", 2)).text).toContain("Question de scout");
  const outlets = world.ctx.outlets as { languageOf?: (kind: string) => string };
  outlets.languageOf = () => "ja";
  expect((await ask("May the report be sent now?", 3)).text).toContain("scout からの質問");
  await world.owner.setAttention({ language: "sv" });
  expect((await ask("Is anything missing there?", 4)).text).toContain("Question from scout");
});

test("somebody unknown is refused in the language of the place", async () => {
  await world.link("slack");
  const outlets = world.ctx.outlets as { languageOf?: (kind: string) => string };
  outlets.languageOf = () => "es";
  const post = await ask();
  expect(await world.on("slack").press(control(post, "yes"), "guest")).toContain("Los invitados");
});

test("in no language do words approve", async () => {
  await world.link("slack");
  await world.owner.setAttention({ language: "de" });
  const { request } = await world.scout.authorize({
    tool: "deploy",
    args: {},
    reason: "It is tested.",
  });
  await untilSent(world, request.id);
  const post = await postOn(world, "slack");
  for (const said of ["genehmigt", "Ja, genehmigen", "approve"]) {
    const { account, address, deliver } = world.on("slack");
    const heard = await deliver({
      kind: "text",
      key: `words-${said.length}`,
      from: account("member"),
      address,
      atMs: 1,
      text: said,
      messageId: `u-${said.length}`,
      replyTo: post.id,
      isToUs: true,
    });
    expect(heard).toMatchObject({ language: "de" });
    expect(heard.say).toContain("Mit Worten lässt sich nichts genehmigen");
  }
  expect((await world.owner.show({ id: request.id })).request.status).toBe("open");
});
