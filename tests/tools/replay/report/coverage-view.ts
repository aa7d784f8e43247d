import { escapeHtml } from "#server/api/html.ts";
import { countKinds, toCoverageItem, type CoverageItem } from "../coverage.ts";

/** Covered items of the definitions. */
export interface Coverage {
  readonly all: readonly CoverageItem[];
  readonly covered: ReadonlySet<CoverageItem>;
  readonly organisations: readonly string[];
  readonly languages: readonly string[];
}

/** Coverage tables by kind, organisation and language. */
export function toCoverageView({ all, covered, organisations, languages }: Coverage): string {
  const kinds = countKinds(all, covered).map(([kind, own, of]) => {
    const meter = `<meter min="0" max="${of}" value="${own}" aria-label="${kind}"></meter>`;
    return `<tr><th scope="row">${kind}</th><td>${own} of ${of}</td><td>${meter}</td></tr>`;
  });
  const isCovered = (orgId: string, language: string) => covered.has(toCoverageItem.language(orgId, language));
  const rows = organisations.map((orgId) => {
    const cells = languages.map((language) =>
      isCovered(orgId, language) ? '<td class="good">✓ covered</td>' : '<td class="bad">not covered</td>',
    );
    return `<tr><th scope="row">${escapeHtml(orgId)}</th>${cells.join("")}</tr>`;
  });
  const heads = languages.map((language) => `<th scope="col">${escapeHtml(language)}</th>`);
  return `<div class="scroll"><table><thead><tr><th scope="col">kind</th><th scope="col">covered</th><th scope="col">share</th></tr></thead><tbody>${kinds.join("")}</tbody></table></div>
<h3>Rules by outcome</h3>${toRulesView(all, covered)}
<h3>Organisations and languages</h3><div class="scroll"><table><thead><tr><td></td>${heads.join("")}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}

/** Number of rules covered both ways, one way or not at all. */
function toRulesView(all: readonly CoverageItem[], covered: ReadonlySet<CoverageItem>): string {
  const names = new Set(all.map((one) => /^rule (.+) holds$/.exec(one)?.[1]).filter((name) => name !== undefined));
  const outcomes = { "both ways": 0, "only holding": 0, "only not holding": 0, "not at all": 0 };
  for (const name of names) {
    const [yes, no] = [covered.has(toCoverageItem.rule(name, true)), covered.has(toCoverageItem.rule(name, false))];
    outcomes[yes && no ? "both ways" : yes ? "only holding" : no ? "only not holding" : "not at all"] += 1;
  }
  return `<ul class="figures">${Object.entries(outcomes)
    .map(([outcome, count]) => `<li><strong>${count}</strong>${outcome}</li>`)
    .join("")}</ul>`;
}

/** Uncovered items by kind, each with the command for a draft. */
export function toMissingView({ all, covered }: Coverage): string {
  const missing = all.filter((one) => !covered.has(one));
  const kinds = [...new Set(missing.map((one) => one.split(" ", 1)[0]!))];
  return kinds
    .map((kind) => {
      const own = missing.filter((one) => one.startsWith(`${kind} `));
      const items = own.map(
        (one) => `<li>${escapeHtml(one)}<br><code>npm run replay -- --draft "${escapeHtml(one)}"</code></li>`,
      );
      return `<details><summary>${kind} <small>${own.length} missing</small></summary><div class="inside"><ul class="work">${items.join("")}</ul></div></details>`;
    })
    .join("\n");
}
