import type { Html } from "./html.ts";

/*
 * Text has a contrast of at least 4.5:1 to its background, marks of charts 3:1, in both schemes.
 * Colour is never the only sign: failures have a cross, interruptions a dashed line.
 */
export const PAGE_STYLE: Html = {
  html: `
:root {
  --page: #f7f6f3; --card: #ffffff; --ink: #23272e; --quiet: #5a626e; --line: #e2dfd8;
  --model: #4c6fae; --tool: #2f8577; --wait: #a8741a; --wait-soft: #f3e3c3; --bad: #b03a30;
  --good: #2c6e49; --in: #6b83b5; --out: #28406f; --link: #2f5597; --soft: #f1efea;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #15181c; --card: #1c2026; --ink: #e4e2dd; --quiet: #a2a9b4; --line: #2e343c;
    --model: #7c9cd8; --tool: #56b3a2; --wait: #d0a04a; --wait-soft: #453616; --bad: #ef8a80;
    --good: #7cc79a; --in: #5f7fbd; --out: #b4c8f0; --link: #9dbcf2; --soft: #242930;
  }
}
* { box-sizing: border-box; }
html { color-scheme: light dark; -webkit-text-size-adjust: 100%; }
body {
  margin: 0 auto; padding: 3rem 1.5rem 4rem; max-width: 62rem; background: var(--page);
  color: var(--ink); font: 1rem/1.55 ui-sans-serif, system-ui, "Segoe UI", sans-serif;
}
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: 0.875em; }
h1 { margin: 0 0 0.75rem; font-size: 2.1rem; line-height: 1.2; letter-spacing: -0.02em; overflow-wrap: anywhere; }
h2 { margin: 0 0 0.75rem; font-size: 1.15rem; letter-spacing: -0.01em; }
h3, h4 { margin: 0; font-size: 1rem; }
h4 { margin: 0.75rem 0 0.25rem; font-size: 0.8rem; font-weight: 600; color: var(--quiet); }
p { margin: 0 0 0.5rem; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px; }
ol, ul { margin: 0; padding: 0; list-style: none; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; padding: 0.5rem 1rem; background: var(--card); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.eyebrow { margin: 0 0 0.25rem; color: var(--quiet); font-size: 0.85rem; }
.quiet, .hint { color: var(--quiet); }
.hint { font-size: 0.9rem; max-width: 44rem; }
.stop { margin-bottom: 1rem; }
.good { color: var(--good); }
.bad { color: var(--bad); }
.state {
  display: inline-block; margin: 0 0 1rem; padding: 0.15rem 0.75rem; border: 1px solid currentColor;
  border-radius: 1rem; font-size: 0.9rem; font-weight: 600;
}
.facts { display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; margin: 0 0 2rem; font-size: 0.9rem; }
dt { color: var(--quiet); font-size: 0.8rem; }
dd { margin: 0; overflow-wrap: anywhere; }
.totals {
  display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: 1px;
  margin: 0 0 1.5rem; background: var(--line); border: 1px solid var(--line); border-radius: 10px; overflow: hidden;
}
.totals > div { padding: 0.9rem 1.1rem; background: var(--card); }
.totals dd { font-size: 1.45rem; font-weight: 600; line-height: 1.35; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
.totals .note { color: var(--quiet); font-size: 0.8rem; font-weight: 400; letter-spacing: 0; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0 0 1.5rem; font-size: 0.9rem; }
nav a { display: inline-block; padding: 0.25rem 0; text-decoration: none; }
nav a:hover { text-decoration: underline; }
main > section:not([aria-label]) {
  margin: 0 0 1.25rem; padding: 1.4rem 1.5rem 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: 10px;
}
.text { white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: isolate; max-width: 44rem; }
pre {
  margin: 0; padding: 0.6rem 0.8rem; max-height: 28rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere;
  background: var(--soft); border-radius: 6px; unicode-bidi: isolate;
}
.legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0 0 1rem; font-size: 0.85rem; color: var(--quiet); }
.legend li { display: flex; align-items: center; gap: 0.4rem; }
.key { width: 0.9rem; height: 0.65rem; border-radius: 2px; border: 1px solid transparent; }
.key.model { background: var(--model); } .key.tool { background: var(--tool); }
.key.wait { background: var(--wait-soft); border-color: var(--wait); }
.key.answer { background: var(--wait); } .key.break { background: var(--soft); border-color: var(--quiet); }
.key.in { background: var(--in); } .key.out { background: var(--out); }
.key.cut { border: 1px dashed var(--quiet); }
.cross { color: var(--bad); font-weight: 700; font-size: 0.8rem; }
svg { display: block; overflow: visible; forced-color-adjust: none; }
rect.model { fill: var(--model); stroke: var(--card); } rect.tool { fill: var(--tool); stroke: var(--tool); }
rect.wait { fill: var(--wait-soft); stroke: var(--wait); }
rect.failed { fill: var(--bad); stroke: var(--bad); }
rect.cut { fill: var(--card); stroke: var(--quiet); stroke-dasharray: 3 2; }
rect.in { fill: var(--in); } rect.out { fill: var(--out); }
rect.break { fill: var(--soft); stroke: var(--quiet); stroke-width: 0.5; }
.figures rect { stroke: none; } .figures rect.wait { fill: var(--wait); }
.cross-mark path { stroke: var(--bad); stroke-width: 2; fill: none; }
.wait-label { overflow: hidden; } .wait-label text { fill: var(--ink); font-size: 10.5px; }
.lane { display: grid; grid-template-columns: 7.5rem 1fr; gap: 0 1rem; align-items: center; padding: 0.45rem 0; border-top: 1px solid var(--line); }
.lane-name { font-size: 0.9rem; font-variant-numeric: tabular-nums; } .lane-name span { color: var(--quiet); }
.lane-name b { font-weight: 600; }
.scale { display: grid; grid-template-columns: 1fr; margin: 0.5rem 0 0 8.5rem; font-size: 0.8rem; color: var(--quiet); }
.scale line { stroke: var(--quiet); }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 0.9rem; font-variant-numeric: tabular-nums; }
th, td { padding: 0.45rem 0.75rem 0.45rem 0; text-align: left; border-top: 1px solid var(--line); vertical-align: middle; white-space: nowrap; }
thead th { border-top: 0; color: var(--quiet); font-size: 0.8rem; font-weight: 400; }
tbody th { font-weight: 400; }
.wide { width: 45%; min-width: 7rem; } .cycles .wide { width: 30%; }
.number { text-align: right; } .number + .wide { padding-left: 1.25rem; } td.none { color: var(--quiet); }
.dialogue > li + li { margin-top: 1.5rem; }
.place { margin: 0 0 0.4rem; color: var(--quiet); font-size: 0.8rem; }
.speaker { margin: 0 0 0.15rem; font-size: 0.8rem; font-weight: 600; } .speaker span { font-weight: 400; color: var(--quiet); }
.agent, .operator { width: fit-content; max-width: 85%; min-width: 12rem; padding: 0.6rem 0.9rem; border-radius: 10px; }
.agent { background: var(--soft); } .operator { margin: 0.5rem 0 0 auto; background: var(--wait-soft); }
.operator .speaker span, .operator .quiet { color: var(--ink); }
.agent p:last-child, .operator p:last-child { margin: 0; }
summary { cursor: pointer; } summary h3 { display: inline; } summary span { color: var(--quiet); font-size: 0.9rem; }
summary span.good { color: var(--good); } summary span.bad { color: var(--bad); }
.cycle { border-top: 1px solid var(--line); padding: 0.6rem 0; } .cycle:last-child { padding-bottom: 0; }
.cycle > .prompt { margin: 0.75rem 0; } .prompt .text { margin-top: 0.5rem; }
.prompt > summary { color: var(--quiet); font-size: 0.9rem; }
.moment { display: grid; grid-template-columns: 6.5rem 1fr; gap: 0 1rem; padding: 0.4rem 0; }
.margin { color: var(--quiet); font-size: 0.8rem; line-height: 1.9; text-align: right; font-variant-numeric: tabular-nums; }
.margin span { display: block; } .margin .tokens { font-size: 0.75rem; line-height: 1.4; }
.body { min-width: 0; } .body > p:last-child { margin: 0; }
.call summary { display: flex; gap: 0.6rem; align-items: baseline; }
.call .args { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 0.8rem; }
.call summary::before { content: "▸"; color: var(--quiet); } .call[open] summary::before { content: "▾"; }
.call summary > :last-child { white-space: nowrap; }
.cycle > .notes { margin: 0.5rem 0 0 7.5rem; padding-left: 0.9rem; border-left: 3px solid var(--line); } .notes h4 { margin-top: 0; }
footer { margin-top: 2rem; color: var(--quiet); font-size: 0.8rem; }
@media (max-width: 40rem) {
  body { padding: 1.5rem 1rem 3rem; } h1 { font-size: 1.6rem; }
  main > section:not([aria-label]) { padding: 1.1rem 1rem 1.2rem; }
  .totals { grid-template-columns: 1fr 1fr; }
  .lane { grid-template-columns: 1fr; gap: 0.2rem; } .scale { margin-left: 0; }
  .moment { grid-template-columns: 1fr; } .margin { text-align: left; } .margin span { display: inline; margin-right: 0.6rem; }
  .cycle > .notes { margin-left: 0; } .wide, .cycles .wide { width: 22%; min-width: 2.75rem; }
  th, td { padding-right: 0.45rem; } tbody th { white-space: normal; overflow-wrap: anywhere; } .number + .wide { padding-left: 0.5rem; }
}
@media print { body { background: none; max-width: none; padding: 0; } nav, .skip { display: none; } }
`,
};
