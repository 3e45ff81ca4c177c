/** Where agents are looked for unless another folder is named. */
export const AGENTS_FOLDER = "agents";
