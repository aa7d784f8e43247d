import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startServer } from "../tools/replay/server.ts";
import { startJourney, openTile } from "./candidate.ts";
import { expect, test } from "./watched.ts";

// Data in the database survives a server crash.
test("keeps the candidate signed in and their draft after a crash", async ({ page, watch }) => {
  const folder = mkdtempSync(path.join(tmpdir(), "sanad-restart-"));
  const first = await startServer({ DATA_DIR: folder, DATABASE_URL: "" });
  const env = { DATA_DIR: folder, DATABASE_URL: "", PORT: String(first.port) };
  let second: Awaited<ReturnType<typeof startServer>> | undefined;
  try {
    const started = await startJourney(first.baseUrl);
    await openTile(page, started, "Degree", first.baseUrl);
    await page.getByRole("textbox", { name: "Registration number" }).fill("16PHY123");
    await page.getByRole("textbox", { name: "Degree or course" }).fill("B.Sc. Physics");
    await page.getByRole("textbox", { name: "Year of passing" }).fill("2019");
    await expect(page.getByText("Draft saved")).toBeVisible();
    await first.stop("SIGKILL");

    second = await startServer(env);
    // A browser that never opened the form, so only the server has the draft.
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith("draft")) localStorage.removeItem(key);
    });
    await page.reload();
    await expect(page.getByRole("textbox", { name: "Registration number" })).toHaveValue("16PHY123");
    await expect(page.getByRole("textbox", { name: "Degree or course" })).toHaveValue("B.Sc. Physics");
    await page.goto(`${second.baseUrl}/`);
    await expect(page.getByRole("heading", { name: "Your verifications" })).toBeVisible();
    await expect(page.getByRole("link", { name: /Education evaluation/ }).first()).toBeVisible();
  } finally {
    await first.stop("SIGKILL");
    expect(await second?.stop(), second?.output()).toBe(0);
    rmSync(folder, { recursive: true, force: true });
    // A request may have been in flight or refused: a lost connection, not a fault of the page.
    const lost =
      /net::ERR_(?:CONNECTION_REFUSED|CONNECTION_RESET|CONNECTION_CLOSED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)/;
    watch.faults.splice(0, watch.faults.length, ...watch.faults.filter((fault) => !lost.test(fault)));
  }
});
