import type { Page } from "playwright";

/** Puts values into the storage of the wallet at `baseUrl` by a file of its own, without drawing a page of it. */
export async function putIntoStorage(page: Page, baseUrl: string, values: Record<string, unknown>): Promise<void> {
  await page.goto(`${baseUrl}/favicon.svg`);
  await page.evaluate(
    (kept) => Object.entries(kept).forEach(([key, value]) => localStorage.setItem(key, JSON.stringify(value))),
    values,
  );
}
