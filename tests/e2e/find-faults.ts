import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright/test";

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** By night a page has other colours and nothing else: its sheet says so (renderer/build/theme-sheet.ts). */
const rulesOfColours = ["color-contrast", "link-in-text-block"];

/** Frames of elsewhere are not looked into: there are none. Otherwise each look would open a page of its own to sum up. */
const judge = (page: Page) => new AxeBuilder({ page }).setLegacyMode(true);

/** What axe finds against WCAG 2.2 AA, as lines that say what and where. */
export const findFaults = (page: Page): Promise<string[]> => toFaults(judge(page).withTags(rules));

/** The same by day, and by night what colours could have done. */
export async function findFaultsDayAndNight(page: Page): Promise<string[]> {
  const byDay = await findFaults(page);
  await page.emulateMedia({ colorScheme: "dark" });
  // Colours that fade over are judged when they are there.
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
