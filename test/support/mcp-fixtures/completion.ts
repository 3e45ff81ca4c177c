import type { Server } from "@modelcontextprotocol/server";

const PLACES = ["paris", "park", "party", "testing"];

export function installCompletion(server: Server): void {
  server.setRequestHandler("completion/complete", ({ params }) => {
    const values = PLACES.filter((place) => place.startsWith(params.argument.value));
    return { completion: { values, total: values.length, hasMore: false } };
  });
}
