import { beginForm, signIn } from "./candidate.ts";
import { demoOnce, makeSeeded } from "./seeded.ts";
import { holdCalls } from "./hold-calls.ts";
import { expect, test } from "./watched.ts";

const lookAtDemo = demoOnce();

test("home leads with what is asked again, in the verifier's words, and with the day on which it closes", async ({
  page,
  baseURL,
}) => {
  const { tokens, fixture } = await makeSeeded(baseURL, "insufficient-degree");
  await signIn(page, tokens);
  await page.goto("/");
  const lead = page.getByRole("region", { name: "Upload ‘Marksheet’ again for Global Credential Evaluators" });
  await expect(lead).toContainText("The marksheet cannot be read");
  await expect(lead).toContainText(/Do it by \d+\w\w \w+ \d{4}\. After that it closes by itself\./);
  const link = lead.getByRole("link", { name: "Global Credential Evaluators, Education evaluation, Action Required" });
  await expect(link).toHaveCount(1);
  await expect(page.getByRole("heading", { name: "Also waiting for you" })).toHaveCount(0);
  await lead.getByRole("button", { name: "Correct it" }).click();
  await expect(page).toHaveURL(new RegExp(String(fixture.transactions["INSUFFICIENT_DATA"]?.txnId)));
});

test("home asks for the amount that is owed, and tells the others by whose step is next", async ({ page, baseURL }) => {
  const { tokens } = await makeSeeded(baseURL, "ready-to-pay");
  await signIn(page, tokens);
  await page.goto("/");
  await expect(page.getByRole("heading", { name: /^Pay ₹[\d,.]+ and send your papers to Global/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Review and pay" })).toBeVisible();
  for (const heading of ["With the verifier", "Done"])
    await expect(page.getByRole("heading", { name: heading })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Start a new one" })).toBeVisible();
});

test("home of somebody new says that there is nothing yet, and nothing more", async ({ page, baseURL }) => {
  const { tokens } = await makeSeeded(baseURL, "new-candidate");
  await signIn(page, tokens);
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Your verifications" })).toBeVisible();
  await expect(page.getByText("No verifications yet")).toBeVisible();
  await expect(page.getByText("Nothing waits for you now.")).toHaveCount(0);
  await expect(page.getByText("Do this next")).toHaveCount(0);
});

test("a credential shows whose it is and what it holds by the labels of the form, in full on a page of its own", async ({
  page,
  baseURL,
}) => {
  const { tokens } = await lookAtDemo(baseURL);
  await signIn(page, tokens);
  await page.goto("/profile");
  const degree = page.getByRole("article", { name: "Degree" });
  await expect(degree).toContainText("Asha Verma");
  await expect(degree).toContainText("B.Sc. Physics");
  await expect(degree).toContainText("University of Mumbai");
  await expect(degree).not.toContainText("Credential number");
  await degree.getByRole("link", { name: "Show all of it" }).click();
  await expect(page.getByRole("heading", { name: "Credential", exact: true })).toBeVisible();
  const full = page.getByRole("article", { name: "Degree" });
  await expect(full).toContainText("Year of passing");
  await expect(full).toContainText("Bachelor");
  await full.getByRole("button", { name: "Add to wallet" }).click();
  await expect(full).toContainText("In your wallet");
  await expect(full.getByRole("button", { name: "Add to wallet" })).toHaveCount(0);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(page.getByText("All credentials")).toBeHidden();
  await expect(full).toBeVisible();
});

test("on a slow line what was pressed shows that it is at work until it is done", async ({ page, baseURL }) => {
  const { tokens } = await makeSeeded(baseURL, "demo");
  await signIn(page, tokens);
  await page.goto("/profile");
  const card = page.getByRole("article", { name: "Degree" });
  await expect(card).toBeVisible();
  const letChecked = await holdCalls(page, /credentials\/(receive|verify)/);
  const letSent = await holdCalls(page, /deletion-request/);
  const check = card.getByRole("button", { name: "Check" });
  await check.click();
  await expect(check).toHaveAttribute("aria-busy", "true");
  letChecked();
  await expect(check).not.toHaveAttribute("aria-busy");
  await page.getByRole("link", { name: "Ask for deletion" }).click();
  const send = page.getByRole("button", { name: "Send request" });
  await send.click();
  await expect(send).toHaveAttribute("aria-busy", "true");
  letSent();
  await expect(send).toHaveCount(0);
});

test("a credential that is not one's own says so and leads back", async ({ page, baseURL }) => {
  const { tokens } = await makeSeeded(baseURL, "new-candidate");
  await signIn(page, tokens);
  await page.goto("/credential/invented");
  await expect(page.getByText("This credential is not among yours")).toBeVisible();
  await page.getByRole("link", { name: "All credentials" }).click();
  await expect(page.getByRole("heading", { name: "Profile" })).toBeVisible();
});

test("the intro tells a visitor what is asked, how long it takes, what it costs and who sees it", async ({ page }) => {
  await page.goto("/ekyc/education-evaluation?orgId=gce");
  await expect(page.getByRole("button", { name: "Start Verification" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "What you will be asked for" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "And at least 1 of these 3" })).toBeVisible();
  await expect(page.getByText("You may leave this out.")).toHaveCount(0);
  await expect(page.getByText("Scans of your degree certificate and its marksheets")).toBeVisible();
  await expect(page.getByText("About 17 minutes to fill in all of it.")).toBeVisible();
  await expect(page.getByText(/^₹[\d,.]+ from India or \$[\d,.]+ from elsewhere for one of each/)).toBeVisible();
  await expect(page.getByText("Global Credential Evaluators, and those who issued your papers")).toBeVisible();
});

test("a free form says that it costs nothing", async ({ page, baseURL }) => {
  const { orgId, formId } = await beginForm(baseURL, { orgId: "harbour", formId: "background-check" });
  await page.goto(`/ekyc/${formId}?orgId=${orgId}`);
  await expect(page.getByText("Nothing. This form is free for you.")).toBeVisible();
});

test("of several that say the same it is said which: papers, payments, credentials", async ({ page, baseURL }) => {
  const { tokens, fixture } = await lookAtDemo(baseURL);
  await signIn(page, tokens);
  await page.goto("/transaction-history");
  await expect(page.getByRole("link", { name: /Failed/ })).toHaveAccessibleDescription(
    /^Education evaluation Begun on \d\d-\w{3}-\d{4}/,
  );
  await page.goto("/profile");
  const card = page.getByRole("article", { name: "Employment" });
  for (const control of [
    card.getByRole("link", { name: "Show all of it" }),
    card.getByRole("button", { name: "Check" }),
  ])
    await expect(control).toHaveAccessibleDescription("Employment");
  await card.getByRole("link", { name: "Show all of it" }).click();
  await expect(page.getByRole("heading", { name: "Employment", level: 2 })).toBeVisible();
  const { orgId, formId, txnId } = fixture.transactions["COMPLETED"]!;
  await page.goto(`/verification-info?orgId=${orgId}&formId=${formId}&txId=${txnId}&verificationName=bgv-degree`);
  const papers = page.getByRole("main").getByRole("link", { name: /^View / });
  await expect(papers.first()).toHaveAccessibleDescription("Degree certificate");
  await expect(papers.nth(1)).toHaveAccessibleDescription("Marksheet");
});

test("where there are no payments there is no list, and a screen reader hears of none", async ({ page, baseURL }) => {
  const { tokens } = await makeSeeded(baseURL, "new-candidate");
  await signIn(page, tokens);
  await page.goto("/transaction-history");
  await expect(page.getByText("No payments yet")).toBeVisible();
  await expect(page.getByRole("main").getByRole("list")).toHaveCount(0);
});

test("a deletion is asked for only by whoever says so twice, and is told what happens", async ({ page, baseURL }) => {
  const { tokens } = await makeSeeded(baseURL, "new-candidate");
  await signIn(page, tokens);
  const sent: string[] = [];
  page.on("request", (request) => request.url().includes("deletion-request") && sent.push(request.method()));
  await page.goto("/profile");
  const ask = page.getByRole("link", { name: "Ask for deletion" });
  await ask.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Ask for deletion?" });
  await expect(dialog).toContainText("Nothing changes until then.");
  await dialog.getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(ask).toBeFocused();
  expect(sent).toEqual([]);
  await ask.press("Enter");
  await dialog.getByRole("button", { name: "Send request" }).press("Enter");
  await expect(page.getByText("We have received your request for deletion")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(sent).toEqual(["POST"]);
});
