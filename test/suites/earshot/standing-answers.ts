import { describe, expect, test } from "vitest";
import { codeOf, type Part, type WorldUnderTest } from "./world.ts";

const HOUR = 60 * 60_000;

/** Answers that people have given once and for all. */
export function standingAnswerFacts(under: WorldUnderTest): void {
  const as = (part: Part) => under.world.as(part);
  const ASKED = { text: "May the tests use the network?", context: "Of the nightly run." };
  const answered = async () => {
    const { request } = await as("scout").ask(ASKED);
    await as("approver").answer({ id: request.id, answer: { text: "No." } });
    return request;
  };
  const permit = async (like: Awaited<ReturnType<typeof answered>>["id"]) =>
    await as("approver").permit({ scope: "answer", like, forMs: HOUR });

  describe("an answer that stands", () => {
    test("is given to the same question at once, in the name of who gave it, and logged", async () => {
      const source = await answered();
      const permission = await permit(source.id);
      expect(permission).toMatchObject({ scope: "answer", request: source.id, uses: 0 });
      const { outcome, request } = await as("scout").ask(ASKED);
      expect(outcome).toBe("answered");
      expect(request).toMatchObject({ answer: { text: "No." }, closedBy: { name: "approver" } });
      const { history } = await as("viewer").show({ id: request.id });
      expect(history.map(({ type }) => type)).toEqual([
        "request.created",
        "request.answered_by_permission",
      ]);
      expect(history[1]?.data?.permission).toBe(permission.id);
      expect(history[1]).not.toHaveProperty("actor");
      const { items } = await as("viewer").listPermissions();
      expect(items).toMatchObject([{ id: permission.id, request: source.id, uses: 1 }]);
    });

    test("is not given without it, to another question, or to another agent", async () => {
      const source = await answered();
      expect((await as("scout").ask(ASKED)).outcome).toBe("pending");
      await permit(source.id);
      const others = [
        as("scout").ask({ text: ASKED.text }),
        as("scout").ask({ ...ASKED, text: "May the tests use the disk?" }),
        as("scout").ask({ ...ASKED, form: { kind: "choice", options: [{ label: "No." }] } }),
        as("rival").ask(ASKED),
      ];
      for (const { outcome } of await Promise.all(others)) expect(outcome).toBe("pending");
    });

    test("approves no action", async () => {
      await permit((await answered()).id);
      const sought = await as("scout").authorize({ tool: "ask", args: {}, reason: "To ask." });
      expect(sought.outcome).toBe("pending");
    });

    test("ends with its time, and when it is taken back", async () => {
      const source = await answered();
      await permit(source.id);
      await under.world.clock.advance(HOUR + 1_000);
      expect((await as("scout").ask(ASKED)).outcome).toBe("pending");
      const { id } = await permit(source.id);
      expect((await as("scout").ask(ASKED)).outcome).toBe("answered");
      await as("approver").revokePermission({ id });
      expect((await as("scout").ask(ASKED)).outcome).toBe("pending");
    });

    test("ends when what it stands on is erased", async () => {
      const source = await answered();
      await permit(source.id);
      await as("owner").erase({ id: source.id });
      expect((await as("scout").ask(ASKED)).outcome).toBe("pending");
    });

    test("is a person's to give, of a question that somebody has answered", async () => {
      const open = (await as("scout").ask({ text: "Which colour?" })).request;
      expect(await codeOf(permit(open.id))).toBe("INVALID_INPUT");
      const { id: like } = await answered();
      const give = (part: Part) => codeOf(as(part).permit({ scope: "answer", like }));
      for (const part of ["scout", "viewer", "script", "service"] as const) {
        expect(await give(part), part).toBe("NOT_ALLOWED");
      }
    });

    test("comes once to a call that is repeated with its key", async () => {
      await permit((await answered()).id);
      const options = { idempotencyKey: "again" };
      const first = await as("scout").ask(ASKED, options);
      expect((await as("scout").ask(ASKED, options)).request).toEqual(first.request);
      expect((await as("viewer").listPermissions()).items[0]?.uses).toBe(1);
    });
  });
}
