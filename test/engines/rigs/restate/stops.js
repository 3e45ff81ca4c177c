/*
 * Loaded before the page's program: has it stand still at one moment, to be killed there, and tells where each call
 * wants Earshot to call it.
 */
const { MOMENT: moment } = process.env;
const { fetch } = globalThis;
const { log } = console;

function standStillAt(now) {
  if (now !== moment) return;
  log(`at ${now}`);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

globalThis.fetch = async (input, init) => {
  const { pathname } = new URL(input);
  if (pathname === "/v1/authorizations") log(`called at ${JSON.parse(init.body).notify.url}`);
  const response = await fetch(input, init);
  if (pathname === "/v1/authorizations") {
    const isDecided = (await response.clone().text()).includes('"status":"approved"');
    standStillAt(isDecided ? "decided" : "asked");
  }
  if (/^\/v1\/requests\/\w+\/grant$/.test(pathname)) standStillAt("collected");
  if (pathname === "/v1/grants/redeem") standStillAt("redeemed");
  return response;
};
console.log = (...said) => {
  log(...said);
  if (String(said[0]).startsWith("sends")) standStillAt("ran");
};
