export { nameScore } from "./names.ts";
export { readiness } from "./readiness.ts";
export { vagueness } from "./vagueness.ts";
