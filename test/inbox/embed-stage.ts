import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/* A page of an application, on an origin of its own, with a script that keeps what its element tells. */

/** What the page is told, in its order: the name of the event, and its facts. */
export interface Heard {
  readonly type: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

export interface Shop {
  readonly origin: string;
  close(): Promise<void>;
}

/** `markup` is what stands in the page's body, by its path. */
export async function openShop(markup: (path: string) => string): Promise<Shop> {
  const server = createServer((request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head>
<body><main><h1>Shop</h1>${markup(request.url ?? "/")}</main></body></html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The script of Earshot, an element of it, and a list of what the element tells. */
export function withElement(url: string, element: string): string {
  return `<script src="${url}/earshot-embed.js"></script>
<script>
  window.heard = [];
  for (const type of ["answered", "decided", "closed", "tokenRequested", "failed"]) {
    document.addEventListener(type, (event) => heard.push({ type, detail: event.detail }));
  }
</script>${element}`;
}
