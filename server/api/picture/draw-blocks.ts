import type { BlockDocument } from "#engine/documents/fragments.ts";
import type { Text } from "#engine/documents/text.ts";
import { evaluate, isTrue, type Expr } from "#engine/rules/evaluate.ts";
import type { OrganisationRelease } from "#server/config/release.ts";
import { escapeHtml } from "../html.ts";
import type { Pictured } from "./picture-scope.ts";

/** What a block is drawn with: the screen's scope, and the documents. */
export interface Drawing extends Pictured {
  organisation: OrganisationRelease;
}
type Draw = (block: BlockDocument, drawing: Drawing) => string;

/**
 * How blocks look before the page's code has come: their words where documents know them, else their shape. In the classes
 * of renderer/picture.css. A block that is not here is a shape. One more: a line here, where its first look is words.
 */
const drawn: Record<string, Draw> = {
  organisation: (block, { organisation: { organisation } }) => {
    const { displayName, name, logo } = organisation;
    const size = block["size"] === "large" ? " large" : "";
    const picture = logo ? `<img src="${escapeHtml(logo)}" alt="">` : "";
    return `<div class="p-who${size}">${picture}<p>${escapeHtml(displayName ?? name)}</p></div>`;
  },
  text: (block, { say }) => {
    const text = say(block["text"] as Text);
    return text && `<p class="p-${toName(block["style"] ?? "body")}">${escapeHtml(text)}</p>`;
  },
  group: (block, drawing) => {
    const inner = drawBlocks((block["body"] ?? []) as BlockDocument[], drawing);
    const title = drawing.say(block["title"] as Text | undefined);
    const heading = title && `<p class="p-section">${escapeHtml(title)}</p>`;
    return inner && `<div class="p-group ${toName(block["place"] ?? "section")}">${heading}${inner}</div>`;
  },
  button: (block, { say }) =>
    `<span class="p-${block["appearance"] === "link" ? "link" : "button"}">${escapeHtml(say(block["label"] as Text))}</span>`,
  form: (block, { scope, say, organisation }) => {
    const id = evaluate(block["form"] as Expr, scope);
    const fields = typeof id === "string" ? (organisation.formModel(id)?.fields ?? []) : [];
    const shown = fields.filter(({ field }) => field.widget !== "hidden").slice(0, 6);
    const lines = shown.map(
      ({ field }) =>
        `<div class="p-field"><span>${escapeHtml(say(field.label))}</span><span class="p-control"></span></div>`,
    );
    const submit = say(block["submit"] as Text | undefined);
    return `<div class="p-form">${lines.join("")}${submit && `<span class="p-button">${escapeHtml(submit)}</span>`}</div>`;
  },
  list: (block, { scope, say }) => {
    const items = evaluate((block["of"] ?? null) as Expr, scope);
    const count = Array.isArray(items) ? Math.min(items.length, 4) : 0;
    const heading = say(block["heading"] as Text | undefined);
    return `<div class="p-group">${heading && `<p class="p-section">${escapeHtml(heading)}</p>`}${'<div class="p-shape"></div>'.repeat(count)}</div>`;
  },
  dialog: () => "",
};

const toName = (value: unknown): string => (/^[a-z]+$/.test(String(value)) ? String(value) : "");

/** The blocks of a body, in order, whose `when` holds. */
export function drawBlocks(body: readonly BlockDocument[], drawing: Drawing): string {
  return body
    .filter((block) => isTrue(block.when, drawing.scope))
    .map((block) => (drawn[block.block] ?? drawShape)(block, drawing))
    .join("");
}

const drawShape: Draw = () => '<div class="p-shape"></div>';
