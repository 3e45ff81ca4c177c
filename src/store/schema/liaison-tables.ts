/** Columns hold what queries look for; `body` holds everything. */
export interface LiaisonTable {
  workspace: string;
  /** Of the conversation. */
  id: string;
  person: string;
  /** The agent that does the task. */
  worker: string | null;
  phase: string;
  due_at: number | null;
  version: number;
  created_at: number;
  updated_at: number;
  erased_at: number | null;
  /** JSON of a Liaison. */
  body: string;
}

export interface GraphNodeTable {
  workspace: string;
  id: string;
  kind: string;
  /** The conversation that it is erased with; null for agents and people. */
  conversation: string | null;
  /** JSON object. */
  props: string;
}

/** From `source`, which came later, to `target`. */
export interface GraphEdgeTable {
  workspace: string;
  source: string;
  relation: string;
  target: string;
  conversation: string;
}
