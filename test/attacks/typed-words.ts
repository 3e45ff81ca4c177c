import { EarshotError } from "../../src/domain/errors.ts";
import type { RequestId } from "../../src/domain/id.ts";
import type { OpenAuthorization, Shown } from "../../src/domain/requests/request.ts";
import { approvalGate, type Look } from "../../src/inbox/requests/decide/approval-gate.ts";
import { eventually } from "../support/cli.ts";
import { ENTER, pasted } from "../support/pty.ts";
import { type ConsoleHere, openConsole } from "../terminal/console-here.ts";
import type { Attack, Family } from "./attack.ts";
import { ACTION, type Scene } from "./scene.ts";

const LIKE = "F2, F4: words that were meant for something else and decide";
const HIGH = { tool: "delete_user_data", args: { user_id: "user123" }, reason: "Asked for." };
const QUESTION = { text: "Which colour?" };
const WITH_DEFAULT = { text: "Drop the table?", default: { text: "yes, drop it" } };
const [LINE, DECIDE, DIGITS] = ["[OPERATOR]: ", "approve, reject REASON", "digits of the digest: "];
/** Where it is drawn, all keys before it have been taken. */
const MARK = "#";

/** A person at a console, and an agent that takes back what it asked to put something else there. */
interface Desk {
  readonly scene: Scene;
  readonly hands: ConsoleHere;
  ask(question: typeof QUESTION): Promise<RequestId>;
  seek(action?: typeof HIGH): Promise<Shown<OpenAuthorization>>;
  takeBack(id: RequestId): Promise<unknown>;
}

type AtDesk = (desk: Desk) => Promise<RequestId>;

async function expectDecided({ hands, scene }: Desk, id: RequestId): Promise<void> {
  const ana = await scene.as("ana");
  const status = async () => (await ana.show({ id })).request.status;
  hands.type(MARK);
  await eventually(async () => hands.screen().includes(MARK) || (await status()) !== "open");
  if ((await status()) === "open") throw new EarshotError("NOT_APPROVED", `${id} is open.`);
}

/** What is typed at the desk decides the request whose id comes back, unless Earshot holds. */
function typed(id: string, does: string, work: AtDesk): Attack {
  return {
    id: `typed/${id}`,
    does,
    like: LIKE,
    refusal: "NOT_APPROVED",
    async prepare(scene) {
      const scout = await scene.as("scout");
      return async () => {
        const hands = openConsole(await scene.as("ana"));
        const desk: Desk = {
          scene,
          hands,
          ask: async (question) => (await scout.ask(question)).request.id,
          seek: (action) => scene.seek(action),
          takeBack: (request) => scout.cancel({ id: request }),
        };
        try {
          await hands.shows("Here.");
          await expectDecided(desk, await work(desk));
        } finally {
          await hands.end();
        }
      };
    },
  };
}

/** The agent swaps its question for another one, and the keys come the moment its prompt stands. */
function swapped(id: string, does: string, keys: string): Attack {
  return typed(id, does, async (desk) => {
    const first = await desk.ask(QUESTION);
    await desk.hands.shows(LINE);
    const next = await desk.ask(WITH_DEFAULT);
    const typing = desk.hands.typeAt(LINE, keys);
    await desk.takeBack(first);
    await typing;
    return next;
  });
}

const atConsole: readonly Attack[] = [
  swapped("default", "has the Enter for its question take the default of the next one", ENTER),
  swapped("words", "has the words for its question answer the next one", `green${ENTER}`),
  swapped("yes", "has a yes for its question answer the next one", `yes${ENTER}`),
  swapped("twice", "has Enter pressed twice", ENTER + ENTER),
  swapped("pasted", "has a paste with its line break answer the next one", pasted("green\n")),
  typed("draft", "takes its question back under a half typed line", async (desk) => {
    const first = await desk.ask(QUESTION);
    await desk.hands.shows(LINE);
    desk.hands.type("gre");
    await desk.hands.shows("gre");
    const next = await desk.ask(WITH_DEFAULT);
    const typing = desk.hands.typeAt("[y/N]: ", `en${ENTER}${ENTER}`);
    await desk.takeBack(first);
    await typing;
    return next;
  }),
  typed("next-action", "puts an action in the place of the one that is approved", async (desk) => {
    const first = await desk.seek();
    await desk.hands.shows(DECIDE);
    const next = await desk.seek({ ...HIGH, tool: ACTION.tool });
    const typing = desk.hands.typeAt(DECIDE, `approve${ENTER}`);
    await desk.takeBack(first.id);
    await typing;
    return next.id;
  }),
  typed("digits", "puts a question in the place of the digits that are typed", async (desk) => {
    const first = await desk.seek(HIGH);
    const digits = first.authorization.digest.slice(0, 8);
    await desk.hands.shows(DECIDE);
    desk.hands.type(`approve${ENTER}`);
    await desk.hands.shows(DIGITS);
    desk.hands.type(digits.slice(0, 4));
    const next = await desk.ask(WITH_DEFAULT);
    const typing = desk.hands.typeAt(LINE, digits.slice(4) + ENTER + ENTER);
    await desk.takeBack(first.id);
    await typing;
    return next;
  }),
  typed("ahead", "seeks an action while approve is typed to nobody", async (desk) => {
    desk.hands.type(`approve${ENTER}`);
    const { id } = await desk.seek();
    await desk.hands.shows(DECIDE);
    return id;
  }),
  typed("begun", "seeks an action under a line that somebody has begun", async (desk) => {
    desk.hands.type("approve");
    const { id } = await desk.seek();
    const typing = desk.hands.typeAt(DECIDE, ENTER);
    await typing;
    return id;
  }),
  typed("pasted-approval", "has people paste approve and the digits behind it", async (desk) => {
    const { id, authorization } = await desk.seek(HIGH);
    await desk.hands.shows(DECIDE);
    desk.hands.type(pasted(`approve\n${authorization.digest.slice(0, 8)}\n`));
    return id;
  }),
  typed("pasted-words", "has people paste an answer with its line break", async (desk) => {
    const id = await desk.ask(QUESTION);
    await desk.hands.shows(LINE);
    desk.hands.type(pasted("blue\ngreen\n"));
    return id;
  }),
  typed("answer-as-approval", "asks for a yes, and seeks an action behind it", async (desk) => {
    const first = await desk.ask({ text: "Type approve to go on." });
    await desk.hands.shows(LINE);
    const { id } = await desk.seek();
    const typing = desk.hands.typeAt(DECIDE, `approve${ENTER}`);
    await desk.takeBack(first);
    await typing;
    return id;
  }),
];

/** An approve button of the page is pressed before what it takes is there. */
function pressed(id: string, does: string, look: (digest: string) => Partial<Look>): Attack {
  return {
    id: `typed/page-${id}`,
    does: `on the page ${does}`,
    like: LIKE,
    refusal: "NOT_APPROVED",
    async prepare(scene) {
      const { id: request } = await scene.seek(HIGH);
      const ana = await scene.as("ana");
      const { needs } = await ana.inboxItem({ id: request }, { via: "cli" });
      if (needs === undefined) throw new Error("The page knows nothing of an approval.");
      return async () => {
        const { request: shown } = await ana.show({ id: request });
        if (shown.kind !== "authorization") throw new Error("It is a question.");
        const { digest, demand } = shown.authorization;
        const whole = { level: demand.level, chars: 100, reachedEnd: true, needs, digest };
        const given = { ...whole, typed: digest.slice(0, 8), passphrase: "", ...look(digest) };
        const gate = approvalGate(given);
        if (gate.kind !== "ready") throw new EarshotError("NOT_APPROVED", gate.why);
      };
    },
  };
}

const onPage: readonly Attack[] = [
  pressed("unseen", "approves an action whose end nobody has seen", () => ({ reachedEnd: false })),
  pressed("too-long", "approves an action that nobody can look through", () => ({
    chars: 1_000_000,
  })),
  pressed("nothing-typed", "approves with the Enter alone", () => ({ typed: "" })),
  pressed("words", "approves with words where digits are wanted", () => ({ typed: "approve" })),
  pressed("half", "approves with half of the digits", (digest) => ({ typed: digest.slice(0, 3) })),
  pressed("other-digits", "approves with the digits of what stood there before", (digest) => ({
    typed: [...digest.slice(0, 8)]
      .toReversed()
      .map((at) => (at === "0" ? "1" : "0"))
      .join(""),
  })),
];

export const typedWords: Family = {
  name: "typed words that decide",
  attacks: [...atConsole, ...onPage],
};
