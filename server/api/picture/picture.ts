import { toBrandRamp } from "#engine/documents/brand-ramp.ts";
import { toTrust } from "#engine/documents/trust.ts";
import { escapeHtml } from "../html.ts";
import { drawBlocks } from "./draw-blocks.ts";
import { findPictured, type Visit } from "./picture-scope.ts";

/** What a visitor sees of a page before its code has come, as HTML. */
export interface Picture {
  /** The page's title. */
  title: string;
  /** Goes into the body: nothing of it can be pressed, and a screen reader waits for the page. */
  body: string;
  /** The organisation's colours, as the text of a style sheet. */
  style: string;
}

/** Draws the first look of the screen that a visitor's address means, from its document; undefined where none can be known. */
export function drawPicture(visit: Visit): Picture | undefined {
  const pictured = findPictured(visit);
  if (!pictured) return undefined;
  const { screen } = pictured;
  const { organisation } = visit.organisation;
  const { name, logo } = toTrust(organisation);
  const back = typeof screen.back === "string" ? screen.back : (screen.back?.[visit.pathname] ?? "none");
  const bar = [
    back === "none" ? "" : '<span class="p-back"></span>',
    logo ? `<img src="${escapeHtml(logo)}" alt="">` : "",
    `<span>${escapeHtml(name)}</span>`,
  ];
  const body = drawBlocks(screen.body, { ...pictured, organisation: visit.organisation });
  const frame = ["p-main", screen.layout === "plain" ? "plain" : "", screen.bleed ? "bleed" : ""].filter(Boolean);
  const ramp = Object.entries(toBrandRamp(organisation.colours.brand)).map(
    ([step, shade]) => `--brand-${step}:${shade}`,
  );
  return {
    title: [pictured.say(screen.title), organisation.displayName ?? organisation.name].filter(Boolean).join(" | "),
    body: `<div id="picture" aria-hidden="true" inert><div class="p-bar">${bar.join("")}</div><div class="${frame.join(" ")}">${body}</div></div>`,
    style: `:root{${ramp.join(";")}}`,
  };
}
