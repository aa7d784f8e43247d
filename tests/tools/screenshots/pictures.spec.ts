import { mkdirSync } from "node:fs";
import path from "node:path";
import type { BrowserContext } from "playwright/test";
import type { Tokens } from "../../e2e/candidate.ts";
import { test } from "../../e2e/own-server.ts";
import { brands, signInAgain } from "./scene.ts";
import { pictures, type Picture } from "./screens.ts";
import { picturesFolder, sizes } from "./gallery.ts";

// `npx playwright test -c tests/tools/screenshots/playwright.config.ts [-g home]`: a screenshot of each screen in every
// brand, on a phone and a desktop, light and dark, in dist/pictures. Asserts nothing; people look at them.
for (const [name, draw] of Object.entries(pictures))
  for (const brand of brands)
    test(`${name} of ${brand}`, async ({ browser, baseURL }) => {
      const drawn = await draw(baseURL, brand);
      if (!drawn) return test.skip(true, "this brand has none");
      const context = await browser.newContext({ viewport: sizes[0], locale: "en-IN", timezoneId: "Asia/Kolkata" });
      const tokens = drawn.scene.mobile && (await signInAgain(baseURL, drawn.scene.mobile));
      await enter(context, { name, ...drawn }, tokens || undefined);
      const page = await context.newPage();
      // An open stream of events would keep the network busy.
      await page.route("**/profile/events", (route) => route.fulfill({ status: 404 }));
      await page.goto(baseURL + drawn.path);
      // Every screen has a heading, which replaces the skeletons.
      await page.locator("main :is(h1, h2)").first().waitFor({ timeout: 30_000 });
      await page.waitForLoadState("networkidle");
      for (const { title, ...size } of sizes)
        for (const colorScheme of ["light", "dark"] as const) {
          await page.setViewportSize(size);
          await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
          await page.waitForTimeout(500);
          await page.waitForLoadState("networkidle");
          const folder = path.join(picturesFolder, brand);
          mkdirSync(folder, { recursive: true });
          await page.screenshot({ path: path.join(folder, `${name}.${title}.${colorScheme}.png`), fullPage: true });
        }
      await context.close();
    });

/** Writes the session, the open transaction and the navigation state into storage before the page runs. */
async function enter(context: BrowserContext, { scene, state, passed }: Picture, tokens?: Tokens): Promise<void> {
  await context.addInitScript(
    ([auth, ids, usr, shown]) => {
      if (location.protocol === "about:") return;
      if (auth && localStorage.getItem("root-v3") === null) {
        localStorage.setItem("root-v3", JSON.stringify({ auth, version: 3 }));
        localStorage.setItem("refreshToken", JSON.stringify(auth.refreshToken));
      }
      for (const [key, value] of Object.entries(ids ?? {})) localStorage.setItem(key, JSON.stringify(value));
      sessionStorage.setItem("formData", JSON.stringify({ showInitScreen: shown }));
      if (usr && history.state === null) history.replaceState({ usr, key: "picture", idx: 0 }, "");
    },
    [
      tokens,
      scene.open,
      state,
      passed !== true,
    ] as const,
  );
}
