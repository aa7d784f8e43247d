import type { BlockDefinition } from "#engine/core/definitions/fragments.ts";
import type { Text } from "#engine/core/definitions/text.ts";
import { evaluate, isTrue, type Expr } from "#engine/core/rules/evaluate.ts";
import type { OrganisationRelease } from "#server/config/release.ts";
import { escapeHtml } from "../html.ts";
import type { PlaceholderScreen } from "./placeholder-scope.ts";

/** The screen's scope and the organisation's definitions. */
export interface RenderContext extends PlaceholderScreen {
  organisation: OrganisationRelease;
}
type RenderBlock = (block: BlockDefinition, context: RenderContext) => string;

/**
 * Renders blocks before the app runs: their texts where definitions have them, otherwise their shape. Uses the classes
 * of renderer/placeholder.css. A block without an entry is a shape. To add one: an entry, if its first view has text.
 */
const renderers: Record<string, RenderBlock> = {
  organisation: (block, { organisation: { organisation } }) => {
    const { displayName, name, logo } = organisation;
    const size = block["size"] === "large" ? " large" : "";
    const image = logo ? `<img src="${escapeHtml(logo)}" alt="">` : "";
    return `<div class="p-who${size}">${image}<p>${escapeHtml(displayName ?? name)}</p></div>`;
  },
  text: (block, { toText }) => {
    const text = toText(block["text"] as Text);
    return text && `<p class="p-${toName(block["style"] ?? "body")}">${escapeHtml(text)}</p>`;
  },
  group: (block, context) => {
    const inner = renderBlocks((block["body"] ?? []) as BlockDefinition[], context);
    const title = context.toText(block["title"] as Text | undefined);
    const heading = title && `<p class="p-section">${escapeHtml(title)}</p>`;
    return inner && `<div class="p-group ${toName(block["place"] ?? "section")}">${heading}${inner}</div>`;
  },
  button: (block, { toText }) =>
    `<span class="p-${block["appearance"] === "link" ? "link" : "button"}">${escapeHtml(toText(block["label"] as Text))}</span>`,
  form: (block, { scope, toText, organisation }) => {
    const id = evaluate(block["form"] as Expr, scope);
    const model = typeof id === "string" ? organisation.formModel(id) : undefined;
    const fields = (model?.pages[0]?.sections ?? model?.sections ?? []).flatMap((section) => section.fields);
    const shown = fields.filter(({ field }) => field.widget !== "hidden").slice(0, 6);
    const lines = shown.map(
      ({ field }) =>
        `<div class="p-field"><span>${escapeHtml(toText(field.label))}</span><span class="p-control"></span></div>`,
    );
    const submit = toText(block["submit"] as Text | undefined);
    return `<div class="p-form">${lines.join("")}${submit && `<span class="p-button">${escapeHtml(submit)}</span>`}</div>`;
  },
  list: (block, { scope, toText }) => {
    const items = evaluate((block["of"] ?? null) as Expr, scope);
    const count = Array.isArray(items) ? Math.min(items.length, 4) : 0;
    const heading = toText(block["heading"] as Text | undefined);
    return `<div class="p-group">${heading && `<p class="p-section">${escapeHtml(heading)}</p>`}${'<div class="p-shape"></div>'.repeat(count)}</div>`;
  },
  dialog: () => "",
};

const toName = (value: unknown): string => (/^[a-z]+$/.test(String(value)) ? String(value) : "");

/** Renders the blocks of a body whose `when` is true. */
export function renderBlocks(body: readonly BlockDefinition[], context: RenderContext): string {
  return body
    .filter((block) => isTrue(block.when, context.scope))
    .map((block) => (renderers[block.block] ?? renderShape)(block, context))
    .join("");
}

const renderShape: RenderBlock = () => '<div class="p-shape"></div>';
