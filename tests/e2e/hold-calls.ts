import type { Page } from "playwright/test";

/** Holds calls until what is returned is called: what a page shows meanwhile stands as long as a test looks at it, however slow the machine is. */
export async function holdCalls(
  page: Page,
  pattern: string | RegExp,
  end: "continue" | "abort" = "continue",
): Promise<() => void> {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(pattern, async (route) => {
    await held;
    // Whoever asked may have gone.
    await route[end]().catch(() => undefined);
  });
  return letGo;
}
