import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type AuthorizationRequest, asAuthorization } from "../../src/domain/requests/request.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import { type Browser, type House, openHouse, refusalOf } from "../support/house.ts";
import { byToken } from "../support/token-caller.ts";

/* The subject of a token is a person, who does not decide on what their own client seeks. */

let house: House;
let people: Readonly<Record<"ben" | "cleo", Browser>>;
beforeEach(async () => {
  house = await openHouse();
  people = { ben: await house.enter("ben"), cleo: await enter("cleo") };
});
afterEach(() => house.close());

async function enter(name: string): Promise<Browser> {
  await house.owner.addOperator({ name });
  const { token } = await house.owner.createSignInLink({ operator: name, atTerminal: true });
  return await house.again(await house.signIn.withLink({ token, browser: "Firefox" }));
}

const earshots = () => ({
  ana: house.owner,
  ben: people.ben.earshot,
  cleo: people.cleo.earshot,
});
let sought = 0;
const seek = async (subject: string) => {
  const agent = await byToken(house.ctx, subject);
  sought += 1;
  const { request } = await agent.authorize({ tool: "pay", args: { sought }, reason: "So." });
  return asAuthorization(request);
};
const approve = (
  by: Earshot,
  { id, authorization }: Pick<AuthorizationRequest, "id" | "authorization">,
) => by.approve({ id, digest: authorization.digest });
/** Who is refused, and why; each is asked about a request of its own. */
async function refusals(subject: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [name, earshot] of Object.entries(earshots())) {
    const asked = await seek(subject);
    try {
      await approve(earshot, asked);
    } catch {
      found[name] = String(await refusalOf(approve(earshot, asked)));
    }
  }
  return found;
}
const agentOf = async (subject: string) => (await seek(subject)).agent;

describe("a subject that is the name of an operator", () => {
  test("is theirs, so that they alone do not approve for it", async () => {
    expect(await refusals("ben")).toEqual({ ben: "own_agent" });
  });

  test("is theirs too where it came before they did", async () => {
    await seek("dora");
    await house.owner.addOperator({ name: "dora" });
    await seek("dora");
    const { items } = await house.owner.listAgents();
    const agent = items.find(({ principal }) => principal.name === "oauth:dora");
    const dora = (await house.owner.listOperators()).items.find(
      ({ principal }) => principal.name === "dora",
    );
    expect(agent?.principal.owner).toBe(dora?.principal.id);
  });
});

describe("a subject of whom nothing was said", () => {
  test("may be anybody, so that nobody approves for it", async () => {
    expect(await refusals("auth0|77")).toEqual({
      ana: "untied_agent",
      ben: "untied_agent",
      cleo: "untied_agent",
    });
  });

  test("is rejected by anybody", async () => {
    const { id } = await seek("auth0|77");
    expect(await people.ben.earshot.reject({ id, reason: "No." })).toMatchObject({
      status: "rejected",
    });
  });

  test("is decided by a sole operator, which the vote says", async () => {
    const alone = await openHouse();
    try {
      const agent = await byToken(alone.ctx, "auth0|77");
      const { request } = await agent.authorize({ tool: "pay", args: {}, reason: "So." });
      const approved = asAuthorization(await approve(alone.owner, asAuthorization(request)));
      expect(approved.authorization.votes).toMatchObject([{ soleOperator: true }]);
    } finally {
      await alone.close();
    }
  });

  test("takes no standing permission", async () => {
    const { agentName } = await seek("auth0|77");
    const permitting = people.ben.earshot.permit({
      scope: "pattern",
      agent: agentName,
      tool: "pay",
    });
    expect(await refusalOf(permitting)).toBe("covers_nothing");
  });
});

describe("whose subject it is", () => {
  test("anybody says of themselves, and the others decide", async () => {
    const id = await agentOf("auth0|77");
    await people.ben.earshot.tieAgent({ id, person: "ben" });
    expect(await refusals("auth0|77")).toEqual({ ben: "own_agent" });
  });

  test("an owner says of others, and does not decide either", async () => {
    const id = await agentOf("auth0|77");
    await house.owner.tieAgent({ id, person: "ben" });
    expect(await refusals("auth0|77")).toEqual({ ana: "own_agent", ben: "own_agent" });
  });

  test("is nobody's if an owner says so, who does not decide", async () => {
    const id = await agentOf("auth0|77");
    await house.owner.tieAgent({ id });
    expect(await refusals("auth0|77")).toEqual({ ana: "own_agent" });
  });

  test("is said once", async () => {
    const id = await agentOf("auth0|77");
    await people.ben.earshot.tieAgent({ id, person: "ben" });
    await expect(house.owner.tieAgent({ id })).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(house.owner.tieAgent({ id, person: "cleo" })).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
    const again = await people.ben.earshot.tieAgent({ id, person: "ben" });
    expect(again.owner).toBe(house.ben.id);
  });

  test("no approver says of somebody else", async () => {
    const id = await agentOf("auth0|77");
    const tying = people.ben.earshot.tieAgent({ id, person: "cleo" });
    await expect(tying).rejects.toMatchObject({ code: "NOT_ALLOWED" });
    await expect(people.ben.earshot.tieAgent({ id })).rejects.toMatchObject({
      code: "NOT_ALLOWED",
    });
  });

  test("is not said of an agent with keys", async () => {
    const id = house.agentKey.principal.id;
    await expect(people.ben.earshot.tieAgent({ id, person: "ben" })).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
  });

  test("stands in the log, and owners hear of it", async () => {
    const id = await agentOf("auth0|77");
    await people.ben.earshot.tieAgent({ id, person: "ben" });
    const [event] = await house.eventsOf("agent.tied");
    expect(event).toMatchObject({
      actor: house.ben.id,
      subject: id,
      data: { owner: house.ben.id },
    });
  });
});
