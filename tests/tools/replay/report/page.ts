import { toCoverageView, toMissingView, type Coverage } from "./coverage-view.ts";
import type { Story } from "./story.ts";
import { toStoryView } from "./story-view.ts";
import { style } from "./style.ts";

/**
 * The replay report as one page that opens from disk, with screenshots beside it. `at`: time of the run. `coverage` is
 * absent for browser runs.
 */
export function toReport(stories: readonly Story[], coverage: Coverage | undefined, at: Date): string {
  const differing = stories.filter(({ faults }) => faults.length > 0);
  const steps = stories.reduce((sum, { fixture }) => sum + fixture.steps.length, 0);
  const share = coverage ? (100 * coverage.covered.size) / Math.max(coverage.all.length, 1) : 0;
  const figures = [
    [stories.length, stories.length === 1 ? "story" : "stories"],
    [steps, "steps"],
    [stories.length - differing.length, "passed"],
    [differing.length, "failed"],
    ...(coverage ? [[`${share.toFixed(1)} %`, "of the definitions covered"]] : []),
  ];
  const ordered = [...differing, ...stories.filter(({ faults }) => faults.length === 0)];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${differing.length === 0 ? "All passed" : `${differing.length} failed`} - replay</title><style>${style}</style></head>
<body><header><h1>Replay</h1><p class="quiet">Played <time datetime="${at.toISOString()}">${at.toISOString().slice(0, 16).replace("T", " ")} UTC</time></p>
<nav aria-label="Parts"><a href="#stories">Stories</a>${coverage ? '<a href="#coverage">Coverage</a><a href="#work">Not covered</a>' : ""}</nav></header>
<main><ul class="figures">${figures.map(([figure, what]) => `<li><strong>${figure}</strong>${what}</li>`).join("")}</ul>
<h2 id="stories">Stories</h2>
${ordered.map(toStoryView).join("\n")}
${coverage ? `<h2 id="coverage">Coverage</h2>${toCoverageView(coverage)}<h2 id="work">Not covered</h2><p>Each line is an item without a fixture. The command writes a draft.</p>${toMissingView(coverage)}` : ""}
</main></body></html>
`;
}
