import type { Page } from "playwright/test";
import { ApiClient } from "../tools/replay/api-client.ts";
import { startJourney, openForm, signIn } from "./candidate.ts";
import { expectEvents, startStream } from "./tracked-events.ts";
import { expect, test } from "./watched.ts";

// Analytics: each event once, under its own name, and none before consent where the organisation asks for it.

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

test("tracks the video, the questions and the chat once each", async ({ page, baseURL }) => {
  const started = await startJourney(baseURL);
  await signIn(page, started.tokens);
  await page.goto("/");
  await page.getByRole("heading", { name: "Your verifications" }).waitFor();
  const stream = await startStream(baseURL);
  await press(page, "Open menu");
  await press(page, /^Watch Demo/);
  const film = page.getByRole("dialog", { name: "Watch Demo" });
  await expect(film.locator("video")).toHaveAttribute("controlslist", "nodownload");
  await page.keyboard.press("Escape");
  await expect(film).toHaveCount(0);
  await expectEvents(stream, ["Misc: watch video"]);
  await press(page, "Open menu");
  await page.getByRole("link", { name: "FAQs / Instructions" }).click();
  await page.getByRole("heading", { name: "Information" }).waitFor();
  await expectEvents(stream, ["Misc: FAQ viewed"]);
  await openForm(page, started);
  await press(page, "Support chat");
  await page.getByRole("textbox", { name: "Your message" }).fill("When is my degree verified?");
  await press(page, /^Send$/);
  await expect(page.getByRole("log")).toContainText("When is my degree verified?");
  await page.keyboard.press("Escape");
  await expectEvents(stream, ["Chat: opened", "Chat: message sent", "Chat: closed"]);
});

test("tracks nothing before consent or after its withdrawal", async ({ page, baseURL }) => {
  const stream = await startStream(baseURL);
  const view = async () => {
    await page.goto("/instructions?orgId=meridian");
    await page.getByRole("heading", { name: "Information" }).waitFor();
  };
  await view();
  const note = page.getByRole("region", { name: "Counting visits" });
  await expect(note).toBeVisible();
  await note.getByRole("button", { name: "Allow" }).click();
  await expect(note).toHaveCount(0);
  await view();
  await expectEvents(stream, ["Misc: FAQ viewed"]);
  await page.goto("/privacy-policy?orgId=meridian");
  await press(page, "Stop counting");
  await expect(page.getByText("We do not count which pages and buttons you use here.")).toBeVisible();
  await view();
  await expect(note).toHaveCount(0);
  await page.waitForTimeout(500);
  await expectEvents(stream, []);
});

test("reports an error with the preceding events and without typed text", async ({ page, baseURL, watch }) => {
  await page.goto("/login");
  await page.getByRole("textbox", { name: "Mobile number" }).fill("9612345678");
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error("No such number: 9612345678");
    });
    void Promise.reject(new Error("Nobody waits for 9612345678"));
  });
  await expect
    .poll(async () => JSON.stringify(await new ApiClient(baseURL).sandbox("GET", "events")))
    .toMatch(/Nobody waits for \.{3}.*No such number: \.{3}|No such number: \.{3}.*Nobody waits for \.{3}/);
  expect(JSON.stringify(await new ApiClient(baseURL).sandbox("GET", "events"))).not.toContain("9612345678");
  watch.faults.splice(0);
});
