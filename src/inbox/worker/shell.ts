/*
 * The page itself, the same for everybody and without anything of a request: kept so that the app opens
 * where the server does not answer, and says so.
 */

const SHELL = "earshot-shell";
const INDEX = "/";
const FILES = /^\/(?:assets\/[\w./-]+|icon[\w.-]*|manifest[\w.]*\.webmanifest)$/;

/** Whether the worker serves it; all else goes to the server as without a worker. */
export function isOfShell({
  method,
  mode,
  url,
}: Pick<Request, "method" | "mode" | "url">): boolean {
  const { pathname } = new URL(url);
  if (method !== "GET" || pathname.startsWith("/v1/")) return false;
  return mode === "navigate" || FILES.test(pathname);
}

export async function shellOf(request: Request): Promise<Response> {
  return request.mode === "navigate" ? await pageOf(request) : await fileOf(request);
}

export async function dropShell(): Promise<void> {
  await caches.delete(SHELL);
}

/** The server's own, and the kept one only where there is no answer. */
async function pageOf(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    const isPage = response.headers.get("content-type")?.startsWith("text/html") === true;
    if (response.status === 200 && isPage) await keepPage(response.clone());
    return response;
  } catch (error) {
    const kept = await (await caches.open(SHELL)).match(INDEX);
    if (kept === undefined) throw error;
    return kept;
  }
}

/** With another page the files of the former one go. */
async function keepPage(response: Response): Promise<void> {
  const cache = await caches.open(SHELL);
  const former = await cache.match(INDEX);
  const etag = response.headers.get("etag");
  if (former?.headers.get("etag") === etag) return;
  await dropShell();
  await (await caches.open(SHELL)).put(INDEX, response);
}

/** A name with a hash in it stands for one content. */
async function fileOf(request: Request): Promise<Response> {
  const cache = await caches.open(SHELL);
  const kept = await cache.match(request);
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (response.status === 200) await cache.put(request, response.clone());
  return response;
}
