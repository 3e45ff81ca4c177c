import { assessmentOf } from "../../src/core/liaison-changes/shown-liaison.ts";
import type { ConversationId, MessageId } from "../../src/domain/id.ts";
import type { Exchange, Liaison } from "../../src/domain/liaison/liaison.ts";
import { moveLiaison } from "../../src/domain/liaison/liaison-machine.ts";
import type { Timestamp } from "../../src/domain/timestamp.ts";
import type { LiaisonReply } from "../../src/ports/earshot/liaison.ts";
import type { LiaisonTurns } from "../../src/ports/model/liaison-turns.ts";
import type { ConversationDoors } from "../../src/testing/simulated-person/run-conversation.ts";

const NOW: Timestamp = "2026-11-24T09:00:00.000Z";
const NOBODY = "prn_00000000000000000000000000";

/**
 * The liaison's machine and turns without a store: thousands of conversations take seconds, and what
 * is said in them is what a server would say.
 */
export function openMemoryDoors(turns: LiaisonTurns) {
  const liaisons = new Map<ConversationId, Liaison>();
  let count = 0;

  function nextId<P extends "msg" | "cnv">(prefix: P): `${P}_${string}` {
    count += 1;
    return `${prefix}_${String(count).padStart(26, "0")}`;
  }

  function find(id: ConversationId): Liaison {
    const liaison = liaisons.get(id);
    if (liaison === undefined) throw new Error(`There is no conversation ${id}.`);
    return liaison;
  }

  function exchange(role: Exchange["role"], content: string, at: Pick<Liaison, "phase" | "round">) {
    const id: MessageId = nextId("msg");
    return { id, role, content, timestamp: NOW, phase: at.phase, round: at.round };
  }

  async function takeTurn(liaison: Liaison): Promise<LiaisonReply> {
    const input = {
      liaison,
      now: NOW,
      cases: [],
      isWorkerThere: true,
      calibrate: (score: number) => score,
    };
    const { say, steps } = await turns.turn(input);
    const reply = exchange("assistant", say, liaison);
    const next = moveLiaison(liaison, { type: "turn", steps, reply }, NOW);
    liaisons.set(next.id, next);
    return {
      conversation_id: next.id,
      response: say,
      phase: next.phase,
      ...assessmentOf(next),
    };
  }

  return {
    person: {
      beginConversation({ initial_message }) {
        const start = { phase: "problem_definition", round: 1 } as const;
        return takeTurn({
          id: nextId("cnv"),
          workspace: "default",
          person: NOBODY,
          personName: "person",
          agent: NOBODY,
          title: initial_message,
          ...start,
          exchanges: [exchange("human", initial_message, start)],
          phase_transitions: [{ to: start.phase, at: NOW, reason: "begun", round: 1 }],
          confidence_history: [],
          clarifications: [],
          specifications: [],
          published: 0,
          outcomes: [],
          progress: [],
          results: [],
          feedback: [],
          turnsAsked: 0,
          replied: 0,
          dueAt: NOW,
          salt: "",
          createdAt: NOW,
          updatedAt: NOW,
          version: 1,
        });
      },
      continueConversation({ conversation_id, message }) {
        const liaison = find(conversation_id);
        const said = exchange("human", message, liaison);
        return takeTurn(moveLiaison(liaison, { type: "say", exchange: said, dueAt: NOW }, NOW));
      },
      showLiaison: async ({ conversation_id }) => find(conversation_id),
    },
    worker: {
      taskCompleted({ conversation_id, task_result: result }) {
        const done = { type: "complete", result: { result, by: "worker" }, dueAt: NOW } as const;
        return takeTurn(moveLiaison(find(conversation_id), done, NOW));
      },
    },
  } satisfies ConversationDoors;
}
