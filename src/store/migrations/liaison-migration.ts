import { type Kysely, sql } from "kysely";
import type { Dialect } from "../schema/dialect.ts";
import type { Tables } from "../schema/tables.ts";

/** Conversations of the liaison, and the graph of what led to what. */
export async function liaison(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await liaisonTable(db, dialect);
  await liaisonIndexes(db);
  await nodeTable(db, dialect);
  await edgeTable(db, dialect);
}

async function liaisonTable({ schema }: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { moment } = dialect;
  await schema
    .createTable("liaisons")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("person", "text", (c) => c.notNull())
    .addColumn("worker", "text")
    .addColumn("phase", "text", (c) => c.notNull())
    .addColumn("due_at", moment)
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("created_at", moment, (c) => c.notNull())
    .addColumn("updated_at", moment, (c) => c.notNull())
    .addColumn("erased_at", moment)
    .addColumn("body", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("liaisons_key", ["workspace", "id"])
    .modifyEnd(sql.raw(dialect.tableEnd))
    .execute();
}

async function liaisonIndexes({ schema }: Kysely<Tables>): Promise<void> {
  await schema
    .createIndex("liaisons_person")
    .on("liaisons")
    .columns(["workspace", "person", "id"])
    .execute();
  await schema
    .createIndex("liaisons_worker")
    .on("liaisons")
    .columns(["workspace", "worker", "id"])
    .where("worker", "is not", null)
    .execute();
  await schema
    .createIndex("liaisons_phase")
    .on("liaisons")
    .columns(["workspace", "phase", "id"])
    .execute();
  await schema
    .createIndex("liaisons_due")
    .on("liaisons")
    .columns(["due_at"])
    .where("due_at", "is not", null)
    .execute();
}

async function nodeTable({ schema }: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await schema
    .createTable("graph_nodes")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("conversation", "text")
    .addColumn("props", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("graph_nodes_key", ["workspace", "id"])
    .modifyEnd(sql.raw(dialect.tableEnd))
    .execute();
  await schema
    .createIndex("graph_nodes_conversation")
    .on("graph_nodes")
    .columns(["conversation", "workspace"])
    .where("conversation", "is not", null)
    .execute();
}

async function edgeTable({ schema }: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await schema
    .createTable("graph_edges")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("source", "text", (c) => c.notNull())
    .addColumn("relation", "text", (c) => c.notNull())
    .addColumn("target", "text", (c) => c.notNull())
    .addColumn("conversation", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("graph_edges_key", ["workspace", "source", "relation", "target"])
    .modifyEnd(sql.raw(dialect.clusteredTableEnd))
    .execute();
  // With all there is: else SQLite would rather go over all edges of a workspace than look each up.
  await schema
    .createIndex("graph_edges_target")
    .on("graph_edges")
    .columns(["workspace", "target", "relation", "source", "conversation"])
    .execute();
  // By the conversation first: else SQLite takes it for a way to all edges of a workspace.
  await schema
    .createIndex("graph_edges_conversation")
    .on("graph_edges")
    .columns(["conversation", "workspace"])
    .execute();
}
