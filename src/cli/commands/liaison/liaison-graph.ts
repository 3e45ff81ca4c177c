import { Argument, Option } from "commander";
import type { ConversationId } from "../../../domain/id.ts";
import {
  type Graph,
  type GraphNode,
  NODE_KINDS,
  type NodeKind,
} from "../../../domain/liaison/graph.ts";
import { present } from "../../../domain/present.ts";
import { GRAPH_QUERIES, type GraphQueryName } from "../../../ports/earshot/liaison.ts";
import { shownJson } from "../../../render/shown-json.ts";
import { oneLine } from "../../../render/visible-text.ts";
import { inertText } from "../../liaison/said-lines.ts";
import { idArgument } from "../../terminal/arguments.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import type { Style } from "../../terminal/output.ts";

const FORMATS = ["mermaid", "cypher", "json"] as const;
type Format = (typeof FORMATS)[number];

export const printGraph: CommandModule = {
  define: (liaison) =>
    addCommand(liaison, {
      usage: "graph",
      summary: "Print the graph of a conversation: what came of what",
      examples: [
        "npx earshot liaison graph cnv_01j… > conversation.mmd",
        "npx earshot liaison graph cnv_01j… --format cypher | cypher-shell",
      ],
    })
      .addArgument(idArgument("cnv"))
      .addOption(new Option("--format <format>", "how").choices(FORMATS).default("mermaid")),

  async run(context, command) {
    const [id] = command.processedArgs as [ConversationId];
    const { format } = command.opts<{ format: Format }>();
    const graph = await context.connectAs("operator").graphOf({ conversation_id: id });
    const { output, options } = context;
    if (options.json === true || format === "json") output.json(graph);
    else output.line((await drawn(graph, format)).trimEnd());
    return EXIT_CODES.answered;
  },
};

const MOST_CHARS = 120;
const KIND_WIDTH = "specification".length;

async function drawn(graph: Graph, format: Exclude<Format, "json">): Promise<string> {
  if (format === "cypher") {
    const { graphToCypher } = await import("../../../render/graph/graph-cypher.ts");
    return graphToCypher(graph);
  }
  const { graphToMermaid } = await import("../../../render/graph/graph-mermaid.ts");
  return graphToMermaid(graph);
}

export const queryTheGraph: CommandModule = {
  define: (liaison) =>
    addCommand(liaison, {
      usage: "graph-query",
      summary: "Ask the graph what something came of, what came of it, and why",
      more: "why_asked takes a question, feedback_of a requirement, path a second node with --to. The ids of nodes stand in the graph.",
      examples: [
        "npx earshot liaison graph-query ancestors NODE",
        "npx earshot liaison graph-query feedback_of NODE --json",
        "npx earshot liaison graph-query path NODE --to OTHER",
      ],
    })
      .addArgument(new Argument("<query>", "what is asked").choices(GRAPH_QUERIES))
      .argument("<node>", "id of a node")
      .option("--to <node>", "of path: where it leads")
      .addOption(new Option("--kind <kind>", "only nodes of this kind").choices(NODE_KINDS)),

  async run(context, command) {
    const [query, id] = command.processedArgs as [GraphQueryName, string];
    const { to, kind } = command.opts<{ to?: string; kind?: NodeKind }>();
    if ((query === "path") !== (to !== undefined)) {
      return command.error("error: A path leads from one node to another: path NODE --to OTHER.");
    }
    const { items } = await context
      .connectAs("operator")
      .queryGraph({ query, id, ...present({ to, kind }) });
    const { output } = context;
    if (context.options.json === true) output.json({ items });
    else for (const item of items) output.line(nodeLine(item, output.style));
    if (items.length === 0) output.note("Nothing was found.");
    return EXIT_CODES.answered;
  },
};

/** A node of the graph, and its distance if known. */
function nodeLine(
  { node, depth }: { readonly node: GraphNode; readonly depth?: number },
  style: Style,
): string {
  const far = depth === undefined ? "" : `${String(depth).padStart(3)}  `;
  const props = oneLine(inertText(shownJson(node.props)), MOST_CHARS);
  const id = oneLine(inertText(node.id), MOST_CHARS);
  return `${far}${node.kind.padEnd(KIND_WIDTH)}  ${id}  ${style.dim(props)}`;
}
