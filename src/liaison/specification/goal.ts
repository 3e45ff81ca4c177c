import { findCase } from "../cases/find-case.ts";
import type { Statement } from "./statement.ts";

const ASKED =
  /\b(?:i|we)\b.{0,20}\b(?:need|want|require|looking for)\b|\b(?:can|could|would) you\b/i;
const VAGUE_SUBJECT =
  /^(?:it|this|that|they|these|those|also|and|ideally|no|not|please add|add)\b/i;
/** The kind of task is looked up for the first few only, because the goal comes early. */
const MAX_LOOKED_UP = 8;

/** The statement that says what the task is; undefined if none asks for anything. */
export function goalOf(statements: readonly Statement[]): Statement | undefined {
  let best: Statement | undefined;
  let most = 0;
  const candidates = statements.filter(isCandidate);
  for (const [index, statement] of candidates.entries()) {
    const score = goalScore(statement, index);
    if (score > most) [best, most] = [statement, score];
  }
  return best;
}

function isCandidate({ kind, topic, text }: Statement): boolean {
  if (topic !== undefined) return false;
  return kind === "requirement" || (kind === "question" && text.length > 10);
}

function goalScore(statement: Statement, index: number): number {
  const { said, isRequest, kind } = statement;
  const asked = ASKED.test(said) ? 3 : 0;
  const wanted = isRequest ? 2 : 0;
  const known = index < MAX_LOOKED_UP && findCase(said, "") !== undefined ? 2 : 0;
  const vague = VAGUE_SUBJECT.test(said) ? -3 : 0;
  const question = kind === "question" ? -0.6 : 0;
  return 1 + asked + wanted + known + vague + question - Math.min(index, 20) * 0.01;
}
