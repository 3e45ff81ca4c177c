import { type Html, html } from "./html.ts";
import { percent } from "./page-timeline.ts";
import type { CycleSummary, RunSummary, ToolSummary } from "./summary.ts";
import { allTokens, counted, grouped, shortTime } from "./wording.ts";

/** A part of a bar: its size, and the class that gives its colour. */
type BarPart = readonly [name: string, size: number];

export function toolsSection({ tools }: RunSummary): Html {
  if (tools.length === 0) {
    return html`<section aria-labelledby="tools"><h2 id="tools">Calls by tool</h2><p>No tool was called.</p></section>`;
  }
  const most = Math.max(...tools.map(({ calls }) => calls));
  return html`<section aria-labelledby="tools">
<h2 id="tools">Calls by tool</h2>
<div class="scroll" role="region" aria-labelledby="tools" tabindex="0"><table class="figures">
<thead><tr><th scope="col">Tool</th><th scope="col" class="wide"><span class="hidden">Calls as bars</span></th><th scope="col" class="number">Calls</th><th scope="col" class="number">Failed</th><th scope="col" class="number">Time</th></tr></thead>
<tbody>${tools.map((tool) => toolRow(tool, most))}</tbody>
</table></div>
</section>`;
}

function toolRow({ tool, calls, failures, unknown, ms }: ToolSummary, most: number): Html {
  const open = unknown === 0 ? "" : `, ${unknown} without result`;
  const label = `${counted(calls, "call")}, ${grouped(failures)} failed${open}`;
  const parts: readonly BarPart[] = [
    ["tool", calls - failures - unknown],
    ["cut", unknown],
    ["failed", failures],
  ];
  return html`<tr><th scope="row"><code>${tool}</code></th><td class="wide">${bars(label, parts, most)}</td><td class="number">${grouped(calls)}</td><td class="number${failures === 0 ? " none" : " bad"}">${grouped(failures)}</td><td class="number">${shortTime(ms)}</td></tr>`;
}

export function cyclesSection({ cycles }: RunSummary): Html {
  if (cycles.length === 0) return html``;
  const mostTokens = Math.max(...cycles.map(allTokens));
  const mostMs = Math.max(...cycles.map(({ ms }) => ms));
  return html`<section aria-labelledby="cycles">
<h2 id="cycles">Tokens and time by cycle</h2>
<ul class="legend">
<li><span class="key in"></span>tokens read</li>
<li><span class="key out"></span>tokens written</li>
<li><span class="key model"></span>model</li>
<li><span class="key answer"></span>operator</li>
<li><span class="key tool"></span>tools and the rest</li>
</ul>
<div class="scroll" role="region" aria-labelledby="cycles" tabindex="0"><table class="figures cycles">
<thead><tr><th scope="col">Cycle</th><th scope="col" class="wide">Tokens</th><th scope="col" class="number">read</th><th scope="col" class="number">written</th><th scope="col" class="wide">Time</th><th scope="col" class="number"><span class="hidden">Time in figures</span></th></tr></thead>
<tbody>${cycles.map((cycle) => cycleRow(cycle, mostTokens, mostMs))}</tbody>
</table></div>
</section>`;
}

function cycleRow(cycle: CycleSummary, mostTokens: number, mostMs: number): Html {
  const { inputTokens, outputTokens } = cycle.usage;
  const model = Math.min(cycle.modelMs, cycle.ms);
  const operator = Math.min(cycle.operatorMs, cycle.ms - model);
  const rest = cycle.ms - model - operator;
  const tokens = bars(
    `${grouped(inputTokens)} tokens read, ${grouped(outputTokens)} written`,
    [
      ["in", inputTokens],
      ["out", outputTokens],
    ],
    mostTokens,
  );
  const time = bars(
    `${shortTime(model)} model, ${shortTime(operator)} operator, ${shortTime(rest)} tools and the rest`,
    [
      ["model", model],
      ["wait", operator],
      ["tool", rest],
    ],
    mostMs,
  );
  return html`<tr><th scope="row">${cycle.cycle}${cycle.isFinished ? "" : " (unfinished)"}</th><td class="wide">${tokens}</td><td class="number">${grouped(inputTokens)}</td><td class="number">${grouped(outputTokens)}</td><td class="wide">${time}</td><td class="number">${shortTime(cycle.ms)}</td></tr>`;
}

function bars(label: string, parts: readonly BarPart[], most: number): Html {
  let x = 0;
  const rects = parts.map(([name, size]) => {
    if (size <= 0 || most <= 0) return html``;
    const rect = html`<rect class="${name}" x="${percent(x)}" y="0" width="${percent(size / most)}" height="12"/>`;
    x += size / most;
    return rect;
  });
  return html`<svg role="img" aria-label="${label}" width="100%" height="12">${rects}</svg>`;
}
