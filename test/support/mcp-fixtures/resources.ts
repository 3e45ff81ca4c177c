import { ResourceNotFoundError, type Server } from "@modelcontextprotocol/server";
import { PNG } from "./media.ts";

const RESOURCES = [
  {
    uri: "test://static-text",
    name: "Static text",
    description: "A text that never changes.",
    mimeType: "text/plain",
    text: "This is the content of the static text resource.",
  },
  {
    uri: "test://static-binary",
    name: "Static image",
    description: "An image that never changes.",
    mimeType: "image/png",
    blob: PNG,
  },
  {
    uri: "test://watched-resource",
    name: "Watched text",
    description: "A text that one can subscribe to.",
    mimeType: "text/plain",
    text: "This is the content of the watched resource.",
  },
] as const;

const TEMPLATE = /^test:\/\/template\/([^/]+)\/data$/;

function contentOf(uri: string) {
  const found = RESOURCES.find((resource) => resource.uri === uri);
  if (found !== undefined) {
    const { name: _, description: __, ...content } = found;
    return content;
  }
  const [, id] = TEMPLATE.exec(uri) ?? [];
  if (id === undefined) throw new ResourceNotFoundError(uri);
  const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
  return { uri, mimeType: "application/json", text };
}

export function installResources(server: Server): void {
  server.setRequestHandler("resources/list", () => ({
    resources: RESOURCES.map(({ uri, name, description, mimeType }) => ({
      uri,
      name,
      description,
      mimeType,
    })),
  }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [
      {
        uriTemplate: "test://template/{id}/data",
        name: "Template",
        description: "Data for any id.",
        mimeType: "application/json",
      },
    ],
  }));
  server.setRequestHandler("resources/read", ({ params }) => ({
    contents: [contentOf(params.uri)],
  }));
}

/** Only the revisions before 2026-07-28 have these two methods. */
export function installSubscriptions(server: Server): void {
  server.setRequestHandler("resources/subscribe", () => ({}));
  server.setRequestHandler("resources/unsubscribe", () => ({}));
}
