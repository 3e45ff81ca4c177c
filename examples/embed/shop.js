import { createServer } from "node:http";
import { createClient } from "earshot/client";

const { EARSHOT_URL: url = "http://127.0.0.1:4242", EARSHOT_KEY: key, PORT = "8080" } = process.env;
const earshot = createClient({ url, key });

/** Whoever your own session says it is. */
const userOf = (_request) => "maria";

const page = `<!doctype html><html lang="en"><title>Shop</title>
<script src="${url}/earshot-embed.js"></script>
<earshot-inbox></earshot-inbox>
<script>
  const inbox = document.querySelector("earshot-inbox");
  inbox.getToken = async () => (await fetch("/earshot-token", { method: "POST" })).text();
</script></html>`;

const server = createServer(async (request, response) => {
  if (request.url === "/earshot-token" && request.method === "POST") {
    const scopes = ["read", "answer", "decide"];
    const { token } = await earshot.createEndUserToken({ user_id: userOf(request), scopes });
    response.writeHead(200, { "content-type": "text/plain", "cache-control": "no-store" });
    return response.end(token);
  }
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
  response.end(page);
});
server.listen(Number(PORT), "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${server.address().port}`),
);
