import type { FixtureAnswer } from "#engine/api/sandbox.ts";
import { Wire } from "../replay/wire.ts";
import { beginJourney, openForm, signIn, type Tokens } from "./candidate.ts";
import { holdCalls } from "./hold-calls.ts";
import { expect, test } from "./watched.ts";

// Where nothing goes on by itself: the way to support, and the page without a line.
test("support is written to from the form, three seconds after it is there, and only there", async ({
  page,
  baseURL,
}) => {
  const begun = await beginJourney(baseURL);
  await signIn(page, begun.tokens);
  await openForm(page, begun);
  const chat = page.getByRole("button", { name: "Support chat" });
  await chat.click();
  await page.getByRole("textbox", { name: "Your message" }).fill("When is my degree verified?");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("log")).toContainText("When is my degree verified?");
  await page.keyboard.press("Escape");
  await expect(chat).toBeFocused();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByRole("heading", { name: "Your verifications" })).toBeVisible();
  await expect(chat).toHaveCount(0);
});

test("a chat that cannot be signed in to gives the address of support", async ({ page, baseURL, watch }) => {
  const begun = await beginJourney(baseURL);
  await page.route("**/profile/tawkto-hash", (route) =>
    route.fulfill({ status: 404, json: { code: 1, message: "The chat is away", requestId: "one" } }),
  );
  await signIn(page, begun.tokens);
  await openForm(page, begun);
  await page.getByRole("button", { name: "Support chat" }).click();
  await expect(page.getByRole("dialog").getByRole("link")).toHaveAttribute("href", /^mailto:/);
  expect(watch.faults).toEqual([]);
});

test("a page that cannot be loaded for want of a line says so, and comes with the line", async ({
  page,
  context,
  baseURL,
  watch,
}) => {
  const begun = await beginJourney(baseURL);
  await signIn(page, begun.tokens);
  await openForm(page, begun);
  await context.setOffline(true);
  await expect(page.getByText("You are offline. What you typed is kept.")).toBeVisible();
  await page.getByRole("button", { name: "Degree" }).first().click();
  await expect(page.getByText("We could not load this.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("textbox", { name: "Registration number" })).toBeVisible();
  watch.faults.splice(
    0,
    watch.faults.length,
    ...watch.faults.filter((fault) => !fault.includes("ERR_INTERNET_DISCONNECTED")),
  );
});

for (const [state, sentence] of Object.entries({
  FAILED: "Open what failed to read why. Changes go through support.",
  CLOSED: "It was closed because it was not sent in time. Support can open it again.",
}))
  test(`a form that is ${state} leads to the support that it names`, async ({ page, baseURL }) => {
    const wire = new Wire(baseURL);
    const demo = await wire.sandbox<FixtureAnswer>("POST", "fixture", { name: "demo" });
    const { mobile } = demo.candidates["asha"] as { mobile: string };
    await signIn(page, await wire.sandbox<Tokens>("POST", "session", { mobile }));
    await openForm(page, demo.transactions[state]!);
    await expect(page.getByText(sentence)).toBeVisible();
    const address = page.getByRole("main").getByRole("link", { name: /@/ });
    await expect(address).toHaveAttribute("href", /^mailto:[^@]+@[^@]+$/);
    await page.getByRole("button", { name: /^10th Marksheet/ }).click();
    await expect(page.getByRole("heading", { name: "10th Marksheet" })).toBeVisible();
    await expect(address).toBeVisible();
    await page.goto("/submitted");
    await expect(page.getByRole("link", { name: "View your form" })).toBeVisible();
    await expect(address).toBeVisible();
  });

test("what goes wrong in the chat is said in front of it, can be closed there, and stays when the chat goes", async ({
  page,
  baseURL,
  watch,
}) => {
  const begun = await beginJourney(baseURL);
  await signIn(page, begun.tokens);
  await openForm(page, begun);
  await page.getByRole("button", { name: "Support chat" }).click();
  const chat = page.getByRole("dialog");
  await chat.getByRole("textbox", { name: "Your message" }).fill("When is my degree verified?");
  await page.route("**/chat", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 500, json: { code: 1, message: "It failed", requestId: "one" } })
      : route.fallback(),
  );
  const fail = async () => {
    await chat.getByRole("button", { name: "Send" }).click();
    await expect(chat.getByRole("status")).not.toBeEmpty();
  };
  await fail();
  await chat.getByRole("status").getByRole("button").click();
  await expect(chat.getByRole("status")).toBeEmpty();
  await fail();
  await page.keyboard.press("Escape");
  await expect(chat).toHaveCount(0);
  await expect(page.locator("[data-snackbars]")).not.toBeEmpty();
  watch.faults.length = 0;
});

test("whoever writes in the chat finds box and button where they were when the messages come", async ({
  page,
  baseURL,
}) => {
  const begun = await beginJourney(baseURL);
  await signIn(page, begun.tokens);
  await openForm(page, begun);
  const letGo = await holdCalls(page, /\/chat\?/);
  await page.getByRole("button", { name: "Support chat" }).click();
  const chat = page.getByRole("dialog");
  const send = chat.getByRole("button", { name: "Send" });
  await chat.getByRole("textbox", { name: "Your message" }).fill("When is my degree verified?");
  const waiting = chat.locator("[aria-busy=true]");
  await expect(waiting).toBeVisible();
  const place = await send.boundingBox();
  letGo();
  await expect(waiting).toHaveCount(0);
  expect(await send.boundingBox()).toEqual(place);
  await send.click();
  await expect(chat.getByRole("log")).toContainText("When is my degree verified?");
  expect(await send.boundingBox()).toEqual(place);
});
