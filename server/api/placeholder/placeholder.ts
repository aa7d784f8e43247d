import { toBrandRamp } from "#engine/core/definitions/brand-ramp.ts";
import { toWalletBrand } from "#engine/core/definitions/wallet-brand.ts";
import { escapeHtml } from "../html.ts";
import { renderBlocks } from "./render-blocks.ts";
import { findPlaceholderScreen, type Visit } from "./placeholder-scope.ts";

/** The HTML that a visitor sees before the app runs. */
export interface Placeholder {
  /** The page's title. */
  title: string;
  /** For the body. It is inert, and hidden from assistive technology. */
  body: string;
  /** A style sheet with the organisation's colours. */
  style: string;
}

/** Renders the placeholder of a visitor's address from its screen definition, or returns undefined. */
export function renderPlaceholder(visit: Visit): Placeholder | undefined {
  const placeholderScreen = findPlaceholderScreen(visit);
  if (!placeholderScreen) return undefined;
  const { screen } = placeholderScreen;
  const { organisation } = visit.organisation;
  const { name, logo } = toWalletBrand(organisation);
  const back = typeof screen.back === "string" ? screen.back : (screen.back?.[visit.pathname] ?? "none");
  const bar = [
    back === "none" ? "" : '<span class="p-back"></span>',
    logo ? `<img src="${escapeHtml(logo)}" alt="">` : "",
    `<span>${escapeHtml(name)}</span>`,
  ];
  const body = renderBlocks(screen.body, { ...placeholderScreen, organisation: visit.organisation });
  const frame = ["p-main", screen.layout === "plain" ? "plain" : "", screen.bleed ? "bleed" : ""].filter(Boolean);
  const ramp = Object.entries(toBrandRamp(organisation.colours.brand)).map(
    ([step, shade]) => `--brand-${step}:${shade}`,
  );
  return {
    title: [placeholderScreen.toText(screen.title), organisation.displayName ?? organisation.name]
      .filter(Boolean)
      .join(" | "),
    body: `<div id="server-placeholder" aria-hidden="true" inert><div class="p-bar">${bar.join("")}</div><div class="${frame.join(" ")}">${body}</div></div>`,
    style: `:root{${ramp.join(";")}}`,
  };
}
