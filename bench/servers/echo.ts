import { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

/* The least that an MCP server over standard input and output costs: one tool that says what it hears. */
const tool = {
  name: "echo",
  description: "Says what it hears.",
  inputSchema: { type: "object" as const, properties: { text: { type: "string" as const } } },
};
serveStdio(() => {
  const server = new Server({ name: "echo", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({ tools: [tool] }));
  server.setRequestHandler("tools/call", async ({ params }) => ({
    content: [{ type: "text", text: String(params.arguments?.["text"]) }],
  }));
  return server;
});
