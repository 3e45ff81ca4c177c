import type { RunRecord } from "../run-log.ts";
import { experimentFacts } from "./experiment-facts.ts";
import { type Html, html } from "./html.ts";
import { cyclesSection, toolsSection } from "./page-figures.ts";
import { PAGE_STYLE } from "./page-style.ts";
import { timelineSection } from "./page-timeline.ts";
import { dialogueSection, transcriptSection } from "./page-transcript.ts";
import { type RunStory, tellStory } from "./story.ts";
import { type RunSummary, summaryOf } from "./summary.ts";
import { timelineOf } from "./timeline.ts";
import { allTokens, counted, cyclesText, grouped, short, shortTime } from "./wording.ts";

/** The page loads and runs nothing, whatever the log of a run contains. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

const SECTIONS = [
  ["timeline", "Timeline"],
  ["tools", "Tools"],
  ["cycles", "Cycles"],
  ["dialogue", "Dialogue"],
  ["transcript", "Transcript"],
] as const;

/** A page about a run: one file that every browser shows, and that needs nothing else. */
export function reportPage(id: string, records: readonly RunRecord[]): string {
  const story = tellStory(records);
  const summary = summaryOf(story);
  const title = summary.name === "" ? id : summary.name;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title} · ${id}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the report</a>
<header>
<p class="eyebrow">Run of an experiment</p>
<h1 dir="auto">${title}</h1>
${stateLine(summary)}
<dl class="facts">
<div><dt>Run</dt><dd><code>${id}</code></dd></div>
${fact("Model", summary.model)}
${fact("Started", summary.startedAt === undefined ? undefined : moment(summary.startedAt))}
${fact("Experiment", summary.file)}
</dl>
</header>
<main id="main">
${totals(summary)}
<nav aria-label="Sections"><ul>${SECTIONS.filter(([anchor]) => anchor !== "cycles" || summary.cycles.length > 0).map(([anchor, name]) => html`<li><a href="#${anchor}">${name}</a></li>`)}</ul></nav>
${finalNotes(summary)}
${timelineSection(timelineOf(story), summary.cycles)}
${toolsSection(summary)}
${cyclesSection(summary)}
${dialogueSection(story)}
${transcriptSection(story, summary.cycles)}
${instructions(story)}
</main>
<footer><p>Made by <code>earshot runs report</code> from the log of the run, up to its record of ${summary.lastAt === undefined ? "nothing" : moment(summary.lastAt)}.</p></footer>
</body>
</html>
`;
  return page.html;
}

function stateLine({ state, stop, cyclesDone }: RunSummary): Html {
  switch (state) {
    case "finished":
      return html`<p class="state good"><span aria-hidden="true">✓</span> Finished</p>`;
    case "stopped":
      return html`<p class="state bad"><span aria-hidden="true">■</span> Stopped: ${stop?.reason}</p><p class="stop" dir="auto">${stop?.message}</p>`;
    case "unfinished":
      return html`<p class="state"><span aria-hidden="true">…</span> Unfinished after ${counted(cyclesDone, "cycle")}</p>`;
  }
}

function fact(name: string, value: string | undefined): Html | undefined {
  return value === undefined || value === ""
    ? undefined
    : html`<div><dt>${name}</dt><dd dir="auto">${value}</dd></div>`;
}

function moment(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`;
}

function totals(summary: RunSummary): Html {
  const { total, resumptions } = summary;
  const { inputTokens, outputTokens } = total.usage;
  const failed = (count: number) => (count === 0 ? "none failed" : `${grouped(count)} failed`);
  const resumed = resumptions === 0 ? "" : `, ${counted(resumptions, "resumption")}`;
  const unanswered = total.questions - total.answers;
  return html`<section aria-label="Totals"><dl class="totals">
${tile("Cycles", cyclesText(summary), counted(total.steps, "step") + resumed)}
${tile("Time", shortTime(total.ms), `${shortTime(total.modelMs)} in the model`)}
${tile("Tokens", short(allTokens(total)), `${short(inputTokens)} read, ${short(outputTokens)} written`)}
${tile("Model calls", grouped(total.steps + total.modelFailures), failed(total.modelFailures))}
${tile("Tool calls", grouped(total.toolCalls), failed(total.toolFailures))}
${tile("Questions", grouped(total.questions), unanswered > 0 ? `${grouped(unanswered)} unanswered` : `${shortTime(total.operatorMs)} waited`)}
</dl></section>`;
}

function tile(name: string, figure: string, note: string): Html {
  return html`<div><dt>${name}</dt><dd>${figure}</dd><dd class="note">${note}</dd></div>`;
}

function finalNotes({ finalNotes: notes, cyclesDone }: RunSummary): Html {
  if (notes === "") return html``;
  return html`<section aria-labelledby="notes">
<h2 id="notes">Notes after ${counted(cyclesDone, "cycle")}</h2>
<div class="text notes" dir="auto">${notes}</div>
</section>`;
}

/** What the agent was told to be and to do. */
function instructions({ start }: RunStory): Html {
  const { system, tools } = experimentFacts(start?.experiment);
  if (system === undefined) return html``;
  return html`<section aria-labelledby="instructions">
<h2 id="instructions">System prompt</h2>
${tools === undefined ? undefined : html`<p class="hint">Tools: ${tools}</p>`}
<details class="prompt"><summary>${counted(system.length, "character")}</summary><div class="text" dir="auto">${system}</div></details>
</section>`;
}
