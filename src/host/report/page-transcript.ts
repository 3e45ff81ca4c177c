import { type Html, html } from "./html.ts";
import type { ModelMoment, Moment, QuestionMoment, ToolMoment } from "./moments.ts";
import type { CycleStory, RunStory } from "./story.ts";
import { type CycleSummary, ofKind } from "./summary.ts";
import { argsText, callsText, counted, grouped, offset, shortTime } from "./wording.ts";

export function dialogueSection({ cycles, startMs }: RunStory): Html {
  const questions = cycles.flatMap(({ cycle, moments }) =>
    ofKind<QuestionMoment>(moments, "question").map((question) => ({ cycle, question })),
  );
  const items = questions.map(
    ({ cycle, question }) =>
      html`<li><p class="place">Cycle ${cycle}, ${offset(question.startMs - startMs)}</p>${exchange(question)}</li>`,
  );
  return html`<section aria-labelledby="dialogue">
<h2 id="dialogue">Dialogue with the operator</h2>
${items.length === 0 ? html`<p>The operator was not asked.</p>` : html`<ol class="dialogue">${items}</ol>`}
</section>`;
}

function exchange({ message, answer, outcome, ms }: QuestionMoment): Html {
  const said =
    outcome === "answered"
      ? html`<p class="speaker">Operator <span>after ${shortTime(ms)}</span></p>${words(answer)}`
      : html`<p class="speaker">Operator <span>has not answered</span></p>`;
  return html`<div class="agent"><p class="speaker">Agent</p>${words(message)}</div><div class="operator">${said}</div>`;
}

/** An answer may be empty, and must not look like a fault of the page. */
function words(text: string): Html {
  return text === ""
    ? html`<p class="quiet">(an empty line)</p>`
    : html`<div class="text" dir="auto">${text}</div>`;
}

export function transcriptSection(story: RunStory, cycles: readonly CycleSummary[]): Html {
  const parts = story.cycles.map((cycle, index) => cyclePart(cycle, cycles[index], story.startMs));
  return html`<section aria-labelledby="transcript">
<h2 id="transcript">Transcript</h2>
${parts.length === 0 ? html`<p>No cycle has begun.</p>` : parts}
</section>`;
}

function cyclePart(cycle: CycleStory, summary: CycleSummary | undefined, startMs: number): Html {
  if (summary === undefined) return html``;
  const state = cycle.isFinished ? "" : " · unfinished";
  const figures = `${counted(summary.steps, "step")} · ${callsText(summary)} · ${shortTime(summary.ms)}${state}`;
  const moments = cycle.moments.map((moment) => momentItem(moment, startMs));
  return html`<details class="cycle"><summary><h3>Cycle ${cycle.cycle}</h3> <span>${figures}</span></summary>
<details class="prompt"><summary>Prompt</summary><div class="text" dir="auto">${cycle.prompt}</div></details>
<ol class="moments">${moments}</ol>
${cycle.notes === "" ? "" : html`<div class="notes"><h4>Notes for what comes next</h4><div class="text" dir="auto">${cycle.notes}</div></div>`}
</details>`;
}

function momentItem(moment: Moment, startMs: number): Html {
  const body = bodyOf(moment);
  const tokens =
    moment.kind === "model" && moment.outcome === "replied"
      ? html`<span class="tokens">${grouped(moment.usage.inputTokens)} → ${grouped(moment.usage.outputTokens)}</span>`
      : undefined;
  return html`<li class="moment ${moment.kind}"><div class="margin"><span>${offset(moment.startMs - startMs)}</span>${tokens}</div><div class="body">${body}</div></li>`;
}

function bodyOf(moment: Moment): Html {
  switch (moment.kind) {
    case "model":
      return modelBody(moment);
    case "tool":
      return toolBody(moment);
    case "question":
      return exchange(moment);
    case "break":
      return html`<p class="quiet">The run was down for ${shortTime(moment.endMs - moment.startMs)}, then resumed.</p>`;
  }
}

function modelBody({ outcome, text, wants, ending }: ModelMoment): Html {
  if (outcome === "failed") {
    return html`<p class="bad">✕ The call of the model failed</p><pre dir="auto">${ending}</pre>`;
  }
  if (outcome !== "replied") {
    return html`<p class="quiet">The model was called; ${outcome === "cut" ? "the run was killed before its reply" : "its reply is not here yet"}.</p>`;
  }
  const isWell = ending === "stop" || ending === "tool-calls";
  const note = isWell ? undefined : html`<p class="bad">Ended by ${ending}.</p>`;
  const called = wants.length === 0 ? "(no text)" : `calls ${wants.join(", ")}`;
  const said =
    text.trim() === ""
      ? html`<p class="quiet">${called}</p>`
      : html`<div class="text" dir="auto">${text}</div>`;
  return html`${said}${note}`;
}

function toolBody(use: ToolMoment): Html {
  const state = {
    succeeded: html`<span class="good">✓ ${shortTime(use.ms)}</span>`,
    failed: html`<span class="bad">✕ ${use.errorType ?? "failed"}</span>`,
    cut: html`<span class="quiet">no result: the run was killed</span>`,
    open: html`<span class="quiet">no result yet</span>`,
  }[use.outcome];
  const result =
    use.outcome === "succeeded" || use.outcome === "failed"
      ? html`<h4>Result</h4><pre dir="auto">${use.text}</pre>`
      : undefined;
  return html`<details class="call"><summary><code>${use.tool}</code> <span class="args">${argsText(use.args)}</span> ${state}</summary>
<h4>Arguments</h4><pre dir="auto">${argsLines(use.args)}</pre>${result}</details>`;
}

function argsLines(args: unknown): string {
  return typeof args === "string" ? args : (JSON.stringify(args, null, 2) ?? "(not recorded)");
}
