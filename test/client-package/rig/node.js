import { askAndRun } from "./program.js";

const { EARSHOT_URL, EARSHOT_KEY } = process.env;
console.log(JSON.stringify(await askAndRun(EARSHOT_URL, EARSHOT_KEY)));
