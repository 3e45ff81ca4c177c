import { expect, test } from "vitest";
import { useStage } from "./stage.ts";

/* Facts share contexts of a browser one after the other, and each finds its own empty. */

const stage = useStage();

test.each(["one", "the next"])("nothing is found of another fact: %s", async () => {
  const { page, context, origin } = await stage.open();
  const found = await page.evaluate(async () => ({
    stored: localStorage.getItem("left"),
    session: sessionStorage.getItem("left"),
    cookie: document.cookie,
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    mayRead: (await navigator.permissions.query({ name: "geolocation" })).state === "granted",
  }));
  expect(found).toEqual({
    stored: null,
    session: null,
    cookie: "",
    caches: [],
    databases: [],
    mayRead: false,
  });
  expect(
    (await context.cookies()).filter(({ value }) => value.startsWith("ear_web_")),
  ).toHaveLength(1);

  await page.evaluate(async () => {
    localStorage.setItem("left", "yes");
    sessionStorage.setItem("left", "yes");
    // biome-ignore lint/suspicious/noDocumentCookie: a page can leave one, however it does.
    document.cookie = "left=yes";
    await caches.open("left");
    await new Promise((done) => {
      indexedDB.open("left").onsuccess = done;
    });
  });
  await context.grantPermissions(["geolocation"], { origin });
  await context.route("**/*", (route) => route.abort());
  await context.setOffline(true);
});
