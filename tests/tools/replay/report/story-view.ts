import { escapeHtml } from "#server/api/html.ts";
import type { Action } from "../contracts.ts";
import { toStepLines } from "../snapshots/snapshot-text.ts";
import type { Screenshot, Played, PlayedStep, Story } from "./story.ts";

/** A played fixture: closed when it passes, open when it fails. */
export function toStoryView({ fixture, played, faults }: Story): string {
  const [first] = played;
  const pictures = played.find(({ mode }) => mode === "browser");
  const shown = pictures && pictures.steps.length > (first?.steps.length ?? 0) ? pictures : first;
  const tookMs = played.flatMap(({ steps }) => steps).reduce((sum, step) => sum + step.tookMs, 0);
  const modes = played.map(({ mode }) => mode).join(" and ");
  return `<details id="${fixture.name}"${faults.length > 0 ? " open" : ""}>
<summary>${faults.length > 0 ? '<b class="bad">✗ failed</b>' : '<b class="good">✓ passed</b>'} ${escapeHtml(fixture.description)}
<small>${escapeHtml(`${fixture.organisation} · ${fixture.form} · ${fixture.locale} · ${fixture.steps.length} steps · ${modes} · ${(tookMs / 1000).toFixed(1)} s`)}</small></summary>
<div class="inside"><p class="quiet"><code>npm run replay ${fixture.name}</code></p>
${faults.map((fault) => `<p class="fault">${escapeHtml(fault)}</p>`).join("\n")}
${(shown?.steps ?? []).map((step, i) => toStepView(shown!, step, i, pictures)).join("\n")}
${toUnplayed(fixture.steps.length - (shown?.steps.length ?? 0))}</div></details>`;
}

function toStepView(shown: Played, { step, tookMs, observation }: PlayedStep, i: number, pictures?: Played): string {
  const lines = observation ? toStepLines(shown.steps[i - 1]?.observation, observation) : [];
  const [before, after] = [pictures?.steps[i - 1]?.picture, pictures?.steps[i]?.picture];
  const violations = pictures?.steps[i]?.violations;
  return `<section class="step${after ? " pictured" : ""}"><header><h3>${i + 1}. ${escapeHtml(step.title)}</h3><p class="quiet">${escapeHtml(step.id)} · ${tookMs} ms${violations?.length === 0 ? " · axe finds nothing" : ""}</p></header>
<div><details><summary>Done: ${step.do.length} ${step.do.length === 1 ? "action" : "actions"}${step.then ? `, then ${step.then.length} behind the page` : ""}</summary><div class="inside"><pre>${[...step.do, ...(step.then ?? [])].map((action) => `<span>${escapeHtml(toActionText(action))}</span>`).join("")}</pre></div></details>
<p class="quiet">Seen, against the step before</p><pre>${lines.map(toLineView).join("") || "nothing else"}</pre>
${(violations ?? []).map((line) => `<p class="fault">axe: ${escapeHtml(line)}</p>`).join("\n")}</div>
${after ? toPicturesView(before, after, step.title) : ""}</section>`;
}

function toPicturesView(before: Screenshot | undefined, after: Screenshot, title: string): string {
  const { stored, difference, percent = 0 } = after;
  const figures: [file: string | undefined, what: string][] = [
    [before?.file, "Before"],
    [after.file, stored === undefined ? "After" : `After: ${percent.toFixed(2)} % differs from the stored screenshot`],
    [difference && stored, "Stored"],
    [difference, "Difference from the stored screenshot"],
  ];
  return `<div class="pictures">${figures
    .filter(([file]) => file !== undefined)
    .map(
      ([file, what]) =>
        `<figure><a href="${escapeHtml(file!)}"><img loading="lazy" src="${escapeHtml(file!)}" alt="${escapeHtml(`${what}: ${title}`)}"></a><figcaption>${escapeHtml(what)}</figcaption></figure>`,
    )
    .join("")}</div>`;
}

const lineMarks: readonly (readonly [begins: RegExp, className: string])[] = [
  [/^(?: {2}|stored )\+ /, "came"],
  [/^(?: {2}|stored )- /, "went"],
  [/^(?:did|tracked|title|focus) /, "other"],
];

function toLineView(line: string): string {
  const [, className] = lineMarks.find(([pattern]) => pattern.test(line)) ?? [];
  return `<span${className ? ` class="${className}"` : ""}>${escapeHtml(line)}</span>`;
}

/** An action in one line: its verb and options. */
export const toActionText = (action: Action): string =>
  Object.entries(action)
    .map(([key, value]) => `${key} ${typeof value === "string" ? `'${value}'` : JSON.stringify(value)}`)
    .join(", ");

const toUnplayed = (count: number): string =>
  count > 0 ? `<p class="quiet">${count === 1 ? "One step was" : `${count} steps were`} not played.</p>` : "";
