import { startJourney, openForm, signIn } from "./candidate.ts";
import { holdCalls } from "./hold-calls.ts";
import { expect, test } from "./watched.ts";

// The chat with support, and the page while offline.
test("offers support on the form only, shifts nothing, and shows errors in the foreground", async ({
  page,
  baseURL,
  watch,
}) => {
  const started = await startJourney(baseURL);
  await signIn(page, started.tokens);
  await openForm(page, started);
  const open = page.getByRole("button", { name: "Support chat" });
  const chat = page.getByRole("dialog");
  const message = chat.getByRole("textbox", { name: "Your message" });
  const send = chat.getByRole("button", { name: "Send", exact: true });

  await test.step("keeps box and button in place when the messages arrive", async () => {
    const letGo = await holdCalls(page, /\/chat\?/);
    await open.click();
    await message.fill("When is my degree verified?");
    const waiting = chat.locator("[aria-busy=true]");
    await expect(waiting).toBeVisible();
    const place = await send.boundingBox();
    letGo();
    await expect(waiting).toHaveCount(0);
    expect(await send.boundingBox()).toEqual(place);
    await send.click();
    await expect(chat.getByRole("log")).toContainText("When is my degree verified?");
    expect(await send.boundingBox()).toEqual(place);
    await page.keyboard.press("Escape");
    await expect(open).toBeFocused();
  });

  await test.step("shows an error in the chat that can be closed and outlives the chat", async () => {
    await page.route("**/chat", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status: 500, json: { code: 1, message: "It failed", requestId: "one" } })
        : route.fallback(),
    );
    await open.click();
    await message.fill("Is it verified now?");
    const fail = async () => {
      await send.click();
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

  await test.step("shows none on home", async () => {
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Your verifications" })).toBeVisible();
    await expect(open).toHaveCount(0);
  });
});

test("shows the support address without a chat, also on an offline page", async ({ page, context, baseURL, watch }) => {
  const started = await startJourney(baseURL);
  const { mobile } = started.tokens;
  const failed = await started.api.sandbox<{ orgId: string; formId: string; txnId: string }>("POST", "transaction", {
    mobile,
    orgId: "harbour",
    formId: "background-check",
    state: "FAILED",
  });
  await page.route("**/profile/tawkto-hash", (route) =>
    route.fulfill({ status: 404, json: { code: 1, message: "The chat is away", requestId: "one" } }),
  );
  await signIn(page, started.tokens);

  await test.step("shows the address on the form and in a chat that cannot sign in", async () => {
    await openForm(page, failed);
    await expect(page.getByRole("main").getByRole("link", { name: /@/ })).toHaveAttribute(
      "href",
      /^mailto:[^@]+@[^@]+$/,
    );
    await page.getByRole("button", { name: "Support chat" }).click();
    await expect(page.getByRole("dialog").getByRole("link")).toHaveAttribute("href", /^mailto:/);
    expect(watch.faults).toEqual([]);
  });

  await test.step("reports a page that cannot load while offline, and loads it when back online", async () => {
    const { orgId, formId, txnId } = started;
    await page.goto(`/ekyc/${formId}/${txnId}?orgId=${orgId}`);
    await expect(page.getByRole("button", { name: "Degree" }).first()).toBeVisible();
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
});
