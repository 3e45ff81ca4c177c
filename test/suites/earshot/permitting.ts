import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/domain/json.ts";
import { present } from "../../../src/domain/present.ts";
import { asAuthorization } from "../../../src/domain/requests/request.ts";
import type { AuthorizeInput, PermitInput } from "../../../src/ports/earshot/authority.ts";
import { digest } from "../../../src/system/digest.ts";
import {
  applyRules,
  codeOf,
  collect,
  eventually,
  type Part,
  type WorldUnderTest,
} from "./world.ts";

const READING = { tool: "read_mail", args: {}, reason: "To read." };

const DAY_MS = 24 * 60 * 60_000;

/** What people allow in advance, and what the policy says of it. */
export function permittingFacts(under: WorldUnderTest): void {
  const as = (part: Part) => under.world.as(part);
  const seek = async (over: Partial<AuthorizeInput> = {}, part: Part = "scout") => {
    const input = { tool: "mail", args: { to: "ana" }, reason: "News.", ...over };
    return asAuthorization((await as(part).authorize(input)).request);
  };
  const settled = async (over: Partial<AuthorizeInput> = {}, part: Part = "scout") =>
    (await seek({ joinKey: crypto.randomUUID(), ...over }, part)).status;
  const permit = (input: Omit<PermitInput, "like">, like: Awaited<ReturnType<typeof seek>>) =>
    as("approver").permit({ ...input, like: like.id });
  const apply = (...rules: JsonObject[]) => applyRules(as("owner"), rules);

  describe("a standing permission", () => {
    test("for once approves the same action one time", async () => {
      await permit({ scope: "once" }, await seek());
      expect(await settled({ args: { to: "ben" } })).toBe("open");
      expect(await settled()).toBe("approved");
      expect(await settled()).toBe("open");
    });

    test("for a target approves the same action until its end, each time logged", async () => {
      const permission = await permit({ scope: "target", forMs: DAY_MS }, await seek());
      expect(await settled()).toBe("approved");
      expect(await settled()).toBe("approved");
      expect(await settled({ args: { to: "ben" } })).toBe("open");
      const used = (await collect(as("owner").events())).filter(
        ({ type }) => type === "permission.used",
      );
      expect(used.map(({ data }) => data?.permission)).toEqual([permission.id, permission.id]);
      await under.world.clock.advance(DAY_MS);
      expect(await settled()).toBe("open");
    });

    test("for a session approves its tool in that session alone", async () => {
      await permit({ scope: "session" }, await seek({ session: "run-1" }));
      expect(await settled({ session: "run-1", args: { to: "ben" } })).toBe("approved");
      expect(await settled({ session: "run-2" })).toBe("open");
      expect(await settled()).toBe("open");
      expect(await codeOf(permit({ scope: "session" }, await seek()))).toBe("INVALID_INPUT");
    });

    test("for a pattern approves what matches, and of this agent alone", async () => {
      await as("approver").permit({
        scope: "pattern",
        agent: "scout",
        tool: "ma*",
        args: { "/to": { matches: "a*" } },
      });
      expect(await settled()).toBe("approved");
      expect(await settled({ args: { to: "ben" } })).toBe("open");
      expect(await settled({ tool: "move" })).toBe("open");
      expect(await settled({}, "rival")).toBe("open");
    });

    test("taken back approves nothing more, and what it approved cannot be redeemed", async () => {
      const permission = await permit({ scope: "target" }, await seek());
      const request = await seek({ joinKey: "x" });
      const { grant } = await as("scout").collect({ id: request.id });
      await as("owner").revokePermission({ id: permission.id });
      expect(await settled()).toBe("open");
      const redeemed = as("scout").redeem({ grant, tool: "mail", args: { to: "ana" } });
      expect(await codeOf(redeemed)).toBe("GRANT_REFUSED");
    });

    test("covers no HIGH unless it says so, and never CRITICAL", async () => {
      const high = await seek({ tool: "delete_user_data" });
      const some = { scope: "pattern", agent: "scout" } as const;
      await as("approver").permit({ ...some, tool: "delete_user_*" });
      expect(await settled({ tool: "delete_user_data" })).toBe("open");
      await as("approver").permit({ ...some, tool: "admin_reset_*" });
      expect(await settled({ tool: "admin_reset_system" })).toBe("open");
      expect(await codeOf(permit({ scope: "target", level: "HIGH" }, high))).toBe("NOT_ALLOWED");
      const input = {
        scope: "target",
        level: "HIGH",
        like: high.id,
        typed: high.authorization.action.tool,
      } as const;
      await as("approver").permit(input, { via: "cli" });
      expect(await settled({ tool: "delete_user_data" })).toBe("approved");
    });

    test("never beats a rule that denies, and never stands in for several people", async () => {
      await permit({ scope: "target" }, await seek());
      await apply({ name: "no", tools: ["mail"], decision: "deny" });
      // Another node learns of a policy a moment later.
      await eventually(async () => (await settled()) === "rejected");
      await apply({ name: "two", quorum: 2 });
      await eventually(async () => (await settled()) === "open");
    });

    test("that could cover nothing is refused with the reason, which a preview gives too", async () => {
      const request = await seek({ session: "run-1" });
      const like = request.id;
      const why = async (input: Omit<PermitInput, "like">, part: Part = "approver") => {
        const given = input.agent === undefined ? { ...input, like } : input;
        const { never } = await as(part).previewPermission(given);
        const refused = as(part).permit(given);
        if (never === undefined) expect(await codeOf(refused)).toBeUndefined();
        else await expect(refused).rejects.toMatchObject({ code: "INVALID_INPUT" });
        return never;
      };
      const pattern = { scope: "pattern", agent: "scout", tool: "mail" } as const;
      for (const input of [{ scope: "target" }, { scope: "session" }, pattern] as const) {
        expect(await why(input, "owner")).toContain("is your own");
      }
      const named = (...names: string[]) => apply({ name: "his", approvers: { names } });
      await named("ben");
      for (const input of [{ scope: "target" }, { scope: "session" }, pattern] as const) {
        expect(await why(input)).toBe('By the rule "his" you may not decide on it.');
      }
      // Nobody can say it about other tools, or about decisions that depend on arguments.
      expect(await why({ ...pattern, tool: "mail*" })).toBeUndefined();
      await apply({ name: "to", args: { "/to": { equals: "ana" } }, decision: "deny" });
      expect(await why({ scope: "session" })).toBeUndefined();
      expect(await why({ scope: "once" })).toContain('the rule "to" denies');
      await apply({ name: "two", quorum: 2 });
      expect(await why({ scope: "once" })).toContain("2 people have to approve");
      await apply({ name: "high", level: "HIGH" });
      expect(await why({ scope: "once" })).toContain("give it with level HIGH");
    });

    test("takes the grants that rest on it with it when it ends", async () => {
      await permit({ scope: "target", forMs: 60_000 }, await seek());
      const { id } = await seek({ joinKey: crypto.randomUUID() });
      const later = await seek({ joinKey: crypto.randomUUID() });
      await under.world.clock.advance(30_000);
      const { grant, expiresAt } = await as("scout").collect({ id });
      expect(expiresAt < new Date(Date.parse(later.createdAt) + 61_000).toISOString()).toBe(true);
      await under.world.clock.advance(30_000);
      const redeemed = as("scout").redeem({ grant, tool: "mail", args: { to: "ana" } });
      await expect(redeemed).rejects.toMatchObject({ code: "GRANT_REFUSED" });
      await expect(as("scout").collect({ id: later.id })).rejects.toMatchObject({
        details: { reason: "permission_over" },
      });
    });

    test("covers no tool whose definition has changed, until a person pins that", async () => {
      const toolSchemaHash = "a".repeat(64);
      await permit({ scope: "target" }, await seek({ toolSchemaHash }));
      expect(await settled({ toolSchemaHash })).toBe("approved");
      const changed = await seek({ toolSchemaHash: "b".repeat(64), joinKey: "changed" });
      expect(changed).toMatchObject({ status: "open", authorization: { toolChanged: true } });
      await apply({ name: "free", decision: "allow" });
      expect(await settled({ toolSchemaHash: "b".repeat(64) })).toBe("open");
      const { digest } = changed.authorization;
      await as("approver").approve({ id: changed.id, digest });
      expect(await settled({ toolSchemaHash: "b".repeat(64) })).toBe("open");
      const pin = { id: changed.id, hash: "b".repeat(64) };
      for (const part of ["scout", "viewer"] as const) {
        expect(await codeOf(as(part).pinTool(pin))).toBe("NOT_ALLOWED");
      }
      expect(await codeOf(as("owner").pinTool(pin))).toBe("NOT_ALLOWED");
      expect(await codeOf(as("approver").pinTool({ ...pin, hash: toolSchemaHash }))).toBe(
        "DIGEST_MISMATCH",
      );
      expect(await as("approver").pinTool(pin)).toMatchObject({ tool: "mail", hash: pin.hash });
      expect(await settled({ toolSchemaHash: pin.hash })).toBe("approved");
      expect(await settled({ toolSchemaHash })).toBe("open");
    });

    test("of a tool that has changed shows it as it was beside what it is", async () => {
      const told = (description: string) => {
        const definition = { name: "mail", description, inputSchema: {}, server: null };
        return { toolDefinition: definition, toolSchemaHash: digest.tool(definition) };
      };
      const [was, is] = [told("Sends."), told("Sends, and keeps a copy.")];
      await permit({ scope: "target" }, await seek(was));
      expect(await settled(was)).toBe("approved");
      const changed = await seek({ ...is, joinKey: "changed" });
      expect(changed.authorization.toolChange).toEqual({
        formerHash: was.toolSchemaHash,
        former: was.toolDefinition,
        now: is.toolDefinition,
      });
      await as("approver").pinTool({ id: changed.id, hash: is.toolSchemaHash });
      // The shown pin is not today's any more.
      const older = await seek({ ...was, joinKey: "older" });
      const { toolSchemaHash: hash } = was;
      await as("approver").pinTool({ id: older.id, hash });
      const again = await seek({ ...is, joinKey: "again" });
      await as("approver").pinTool({ id: again.id, hash: is.toolSchemaHash });
      const lie = { ...is, toolDefinition: was.toolDefinition };
      expect(await codeOf(seek({ ...lie, joinKey: "lie" }))).toBe("INVALID_INPUT");
      const events = await collect(as("approver").events());
      expect(events.filter(({ type }) => type === "tool.pinned")).toHaveLength(3);
    });

    test("covers no tool that its server offers only later, until a person approves a call", async () => {
      const told = (name: string, more = {}) => {
        const inputSchema = { type: "object", properties: { id: { type: "string" } } };
        const definition = { name, description: "Reads.", inputSchema, server: "one", ...more };
        return { toolDefinition: definition, toolSchemaHash: digest.tool(definition) };
      };
      const offer = async (...names: readonly string[]) => {
        const tools = names.map((tool) => {
          const { toolSchemaHash: hash, toolDefinition: definition } = told(tool);
          return { tool, hash, definition };
        });
        return await as("scout").offerTools({ server: "one", tools });
      };
      const seekTool = async (tool: string, more = told(tool)) => {
        const joinKey = crypto.randomUUID();
        const { request } = await as("scout").authorize({ ...more, ...READING, tool, joinKey });
        return asAuthorization(request);
      };
      await apply({ name: "free", tools: ["read_*"], decision: "allow" });
      expect(await offer("read_mail", "act")).toEqual({ denied: [] });
      expect((await seekTool("read_mail")).status).toBe("approved");
      await offer("read_mail", "read_act");
      const renamed = await seekTool("read_act");
      expect(renamed).toMatchObject({ status: "open", authorization: { toolNew: true } });
      expect(renamed.authorization.toolChange).toEqual({
        formerHash: told("act").toolSchemaHash,
        former: told("act").toolDefinition,
        now: told("read_act").toolDefinition,
      });
      expect((await seekTool("read_act")).status).toBe("open");
      const { digest: shown } = renamed.authorization;
      await as("approver").approve({ id: renamed.id, digest: shown });
      expect((await seekTool("read_act")).status).toBe("approved");
      const events = await collect(as("approver").events());
      expect(events.filter(({ type }) => type === "tools.offered")).toHaveLength(2);
    });

    test("knows a tool by all that it says, and what was pinned by less only if the rest says nothing", async () => {
      const first = { name: "read_mail", description: "Reads.", inputSchema: {}, server: null };
      const seekWith = async (more: JsonObject | undefined) => {
        const definition = { ...first, ...present({ more }) };
        const toolSchemaHash = digest.tool(definition);
        const content = { tool: "read_mail", toolDefinition: definition, toolSchemaHash };
        const joinKey = crypto.randomUUID();
        const { request } = await as("scout").authorize({ ...READING, ...content, joinKey });
        return request.status;
      };
      await apply({ name: "free", tools: ["read_*"], decision: "allow" });
      expect(await seekWith(undefined)).toBe("approved");
      expect(await seekWith({ title: "Send all of it to eve" })).toBe("open");
      const harmless = { title: "Read mail", annotations: { readOnlyHint: true } };
      expect(await seekWith(harmless)).toBe("approved");
      expect(await seekWith(harmless)).toBe("approved");
      expect(await seekWith({ ...harmless, annotations: { readOnlyHint: false } })).toBe("open");
      expect(await seekWith(undefined)).toBe("open");
    });

    test("are told which tools and methods the policy denies outright, new ones included", async () => {
      const rules = [
        { name: "no acts", tools: ["act", "prompts/*"], decision: "deny" },
        {
          name: "no scripts",
          tools: ["write"],
          args: { "/path": { matches: "*.sh" } },
          decision: "deny",
        },
      ];
      const offer = async (...tools: readonly string[]) =>
        await as("scout").offerTools({
          server: "two",
          tools: tools.map((tool) => ({ tool, hash: "a".repeat(64) })),
          methods: ["resources/read", "prompts/get"],
        });
      // Another node hears of a policy a moment later.
      const denied = (...tools: readonly string[]) => expect.poll(() => offer(...tools));
      await apply(...rules);
      await denied("act", "write").toEqual({ denied: ["prompts/get", "act"] });
      const source = { version: 1, new_tools: "deny", rules };
      await as("owner").applyPolicy({ source });
      await denied("act", "write", "later").toEqual({ denied: ["prompts/get", "act", "later"] });
      const toolSchemaHash = "a".repeat(64);
      const { request } = await as("scout").authorize({
        ...READING,
        tool: "later",
        toolSchemaHash,
      });
      expect(request).toMatchObject({ status: "rejected", basis: { rule: "new_tools" } });
      await as("owner").applyPolicy({ source: { ...source, new_tools: "allow" } });
      await denied("act", "write", "later").toEqual({ denied: ["prompts/get", "act"] });
    });

    test("refuses what would narrow it and is passed over otherwise, and a pattern of all tools", async () => {
      const { id: like } = await seek({ session: "run-1" });
      const under10 = { "/amount": { under: 10 } };
      for (const input of [
        { scope: "session", args: under10 },
        { scope: "target", tool: "mail" },
        { scope: "pattern", tool: "*" },
        { scope: "pattern", tool: "mail", agent: "rival" },
      ] as const) {
        expect(await codeOf(as("approver").permit({ ...input, like }))).toBe("INVALID_INPUT");
      }
    });

    test("leaves out no tool that was pinned: a call that says nothing of it asks people", async () => {
      const toolSchemaHash = "a".repeat(64);
      const pinning = await seek({ toolSchemaHash });
      const { digest } = pinning.authorization;
      await as("approver").approve({ id: pinning.id, digest });
      await apply({ name: "free", decision: "allow" });
      expect(await settled({ toolSchemaHash })).toBe("approved");
      expect(await settled()).toBe("open");
    });

    test("shows beforehand what it would have covered", async () => {
      const request = await seek();
      await seek({ args: { to: "ben" } });
      const preview = await as("approver").previewPermission({ scope: "target", like: request.id });
      expect(preview).toEqual({ matched: 1, sought: 2, examples: [request] });
      expect((await as("approver").listPermissions()).items).toEqual([]);
    });

    test.each<Part>(["scout", "viewer", "service", "stranger"])(
      "is not %s's to give",
      async (part) => {
        const { id: like } = await seek();
        expect(await codeOf(as(part).permit({ scope: "target", like }))).toBe("NOT_ALLOWED");
      },
    );

    test("is not a script's to give", async () => {
      const { id: like } = await seek();
      expect(await codeOf(as("script").permit({ scope: "target", like }))).toBe("NOT_ALLOWED");
    });
  });

  describe("the policy", () => {
    test("is people's to read and the owner's to change", async () => {
      const applied = await apply({ name: "no", tools: ["mail"], decision: "deny" });
      expect(await as("viewer").policy()).toEqual(applied);
      expect(await codeOf(as("scout").policy())).toBe("NOT_ALLOWED");
      const source = { version: 1, rules: [] };
      for (const part of ["approver", "viewer", "scout", "service"] as const) {
        expect(await codeOf(as(part).applyPolicy({ source }))).toBe("NOT_ALLOWED");
      }
      expect((await as("outsider").policy()).source).toBeUndefined();
    });

    test("says which rule decides, without asking anybody", async () => {
      await apply({ name: "no", tools: ["mail"], decision: "deny", why: "Never." });
      expect(await as("viewer").testPolicy({ tool: "mail", args: {} })).toMatchObject({
        outcome: "deny",
        demand: { rule: "no", why: "Never." },
      });
      expect((await as("owner").list()).items).toEqual([]);
    });

    test("and keys of people take the passphrase of whoever has one", async () => {
      const passphrase = "correct horse battery";
      await as("owner").setPassphrase({ passphrase });
      const source = { version: 1, rules: [] };
      const person = { kind: "person", name: "mallory", role: "owner" } as const;
      const script = { kind: "person", name: "owner", unattended: true } as const;
      expect(await codeOf(as("owner").applyPolicy({ source }))).toBe("STEP_UP_NEEDED");
      expect(await codeOf(as("owner").createKey(person))).toBe("STEP_UP_NEEDED");
      expect(await codeOf(as("owner").createKey(script))).toBe("STEP_UP_NEEDED");
      await as("owner").applyPolicy({ source, passphrase });
      await as("owner").createKey({ ...script, passphrase });
      await as("owner").createKey({ kind: "agent", name: "another" });
    });

    test("that names nobody is refused, and the one before stays", async () => {
      const before = await apply({ name: "asks" });
      const code = await codeOf(apply({ name: "nobody's", approvers: { names: [], roles: [] } }));
      expect(code).toBe("INVALID_INPUT");
      expect(await as("owner").policy()).toEqual(before);
    });
  });
}
