import type { EarshotClient } from "../../../src/client/index.ts";
import { SECOND_MS } from "../../../src/domain/time.ts";
import type { FakeClock } from "../../../src/testing/fake-clock.ts";

const NEED =
  "I need a sales dashboard of last quarter for our executives. It must show revenue, units and margin with bar and line charts, and it must load within two seconds.";
const MOST_TURNS = 8;

/** A conversation with the liaison until a worker has its task. */
export async function talkedOver(person: EarshotClient, clock: FakeClock): Promise<string> {
  const { conversation_id: id } = await person.beginConversation({
    initial_message: NEED,
    agent: "research",
  });
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    await clock.advance(40 * SECOND_MS);
    const { phase, clarifications } = await person.showLiaison({ conversation_id: id });
    if (phase !== "problem_definition") break;
    const open = clarifications.filter(({ status }) => status === "open");
    const message =
      open.length === 0
        ? "Yes, that is it."
        : open.map(({ topic, options }) => `${topic}: ${options[0] ?? "you decide"}`).join("\n");
    await person.continueConversation({ conversation_id: id, message });
  }
  return id;
}
