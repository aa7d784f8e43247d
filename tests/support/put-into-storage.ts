import type { Page } from "playwright";

/** Writes values into the browser storage of the wallet at `baseUrl` without rendering a page of it. */
export async function putIntoStorage(page: Page, baseUrl: string, values: Record<string, unknown>): Promise<void> {
  await page.goto(`${baseUrl}/favicon.svg`);
  await page.evaluate(
    (kept) => Object.entries(kept).forEach(([key, value]) => localStorage.setItem(key, JSON.stringify(value))),
    values,
  );
}
