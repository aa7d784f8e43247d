import { toBrandRamp } from "#engine/documents/brand-ramp.ts";

/** Gives the page an organisation's colour ("#0b6a5b"): the shades that page.css's light and dark theme are made of. */
export function applyBrand(colour: string): void {
  for (const [step, shade] of Object.entries(toBrandRamp(colour)))
    document.documentElement.style.setProperty(`--brand-${step}`, shade);
}
