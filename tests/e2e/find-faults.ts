import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright/test";

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** Dark mode changes colours only (renderer/build/theme-sheet.ts), so only colour rules run again. */
const rulesOfColours = ["color-contrast", "link-in-text-block"];

/**
 * Legacy mode skips frames of other origins, of which there are none. The default mode opens another page per check.
 */
const judge = (page: Page) => new AxeBuilder({ page }).setLegacyMode(true);

/** Violations of WCAG 2.2 AA that axe finds, one line each. */
export const findFaults = (page: Page): Promise<string[]> => toFaults(judge(page).withTags(rules));

/** The same in light colours, plus the colour rules in dark ones. */
export async function findFaultsDayAndNight(page: Page): Promise<string[]> {
  const byDay = await findFaults(page);
  await page.emulateMedia({ colorScheme: "dark" });
  // Finishes colour transitions first.
  await page.evaluate(() => {
    const fading = document.getAnimations().filter((one) => one instanceof CSSTransition);
    return Promise.allSettled(fading.map(({ finished }) => finished));
  });
  const byNight = await toFaults(judge(page).withRules(rulesOfColours));
  await page.emulateMedia({ colorScheme: "light" });
  return [...byDay, ...byNight.map((fault) => `dark: ${fault}`)];
}

async function toFaults(builder: AxeBuilder): Promise<string[]> {
  const { violations } = await builder.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id} at ${node.target.join(" ")}: ${node.failureSummary ?? ""}`),
  );
}
