import type { Page } from "playwright/test";

/**
 * Holds matching calls until the returned function is called, so that a test can check the page meanwhile on any
 * machine.
 */
export async function holdCalls(
  page: Page,
  pattern: string | RegExp,
  end: "continue" | "abort" = "continue",
): Promise<() => void> {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(pattern, async (route) => {
    await held;
    // The page may have gone.
    await route[end]().catch(() => undefined);
  });
  return letGo;
}
