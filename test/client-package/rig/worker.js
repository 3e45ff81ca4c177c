import { askAndRun } from "./program.js";

// biome-ignore lint/style/noDefaultExport: workerd calls what a worker exports by default.
export default {
  async fetch(request) {
    const given = new URL(request.url).searchParams;
    return Response.json(await askAndRun(given.get("url"), given.get("key")));
  },
};
