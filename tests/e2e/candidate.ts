import type { Page } from "playwright/test";
import type { OperationId } from "#engine/contract/operations.ts";
import { putIntoStorage } from "../support/put-into-storage.ts";
import { ApiClient, type Answer } from "../tools/replay/api-client.ts";
import { randomMobile } from "../tools/replay/variables.ts";

export interface Tokens {
  accessToken: string;
  refreshToken: string;
  refreshTokenExpiresIn: number;
  mobile: string;
}

/** A signed-in candidate with a transaction, created by API calls only. */
export interface StartedForm {
  api: ApiClient;
  tokens: Tokens;
  orgId: string;
  formId: string;
  txnId: string;
  call(id: OperationId, args?: Record<string, unknown>): Promise<Answer>;
}

/** The form of the main journey. */
export const journey = { orgId: "gce", formId: "education-evaluation" };
const referenceNumber = "GCE-100042";

/** Creates a candidate with a verified identity and reference number and a started form, so that the tiles are open. */
export async function startJourney(baseUrl: string): Promise<StartedForm> {
  const started = await startForm(baseUrl, journey);
  await verifyReference(started, referenceNumber);
  await started.call("transactions.process");
  return started;
}

/** Verifies a reference number with the code from its mailbox. */
export async function verifyReference({ call, api }: StartedForm, value: string): Promise<void> {
  const fieldName = "referenceNumber";
  const first = await call("transactions.verify-identification", { fieldName, value });
  const { otpTxnId } = first.data as { otpTxnId: string };
  const [mail] = await api.outbox(`${value.toLowerCase()}@mailbox.example`);
  await call("transactions.verify-identification", { fieldName, otpTxnId, otp: mail?.otp });
}

/** Creates a candidate with a verified identity and an open transaction of a form. */
export async function startForm(
  baseUrl: string,
  { orgId, formId }: { orgId: string; formId: string },
): Promise<StartedForm> {
  const api = new ApiClient(baseUrl);
  const tokens = await api.sandbox<Tokens>("POST", "session", {
    mobile: randomMobile("+9197########"),
    name: "Asha Verma",
    identity: true,
  });
  const bearer = tokens.accessToken;
  const created = await api.call("transactions.create", { orgId, eKycFormId: formId }, { bearer });
  const { transactionId: txnId } = created.data as { transactionId: string };
  const context = { orgId, formId, txnId };
  return { api, tokens, ...context, call: (id, args = {}) => api.call(id, args, { context, bearer }) };
}

/** Writes a session into the page's storage, as signing in does. `baseUrl` overrides the configured one. */
export async function signIn(
  page: Page,
  { accessToken, refreshToken, refreshTokenExpiresIn }: Tokens,
  baseUrl = "",
): Promise<void> {
  const auth = { accessToken, refreshToken, refreshTokenExpiresIn };
  await putIntoStorage(page, baseUrl, { "root-v3": { auth, version: 3 }, refreshToken });
}

/** Opens the main screen of the candidate's form. */
export async function openForm(
  page: Page,
  { orgId, formId, txnId }: Pick<StartedForm, "orgId" | "formId" | "txnId">,
  baseUrl = "",
): Promise<void> {
  await page.goto(`${baseUrl}/ekyc/${formId}/${txnId}?orgId=${orgId}`);
  await page.getByRole("button", { name: /^(Start|View) Verification$/ }).click();
  await page.getByRole("progressbar", { name: "Steps Completed" }).waitFor();
}

/** Signs in, opens the form, and presses the tile of a label. */
export async function openTile(page: Page, started: StartedForm, label: string, baseUrl = ""): Promise<void> {
  await signIn(page, started.tokens, baseUrl);
  await openForm(page, started, baseUrl);
  await page
    .getByRole("button", { name: new RegExp(`^${label}`) })
    .first()
    .click();
  await page.getByRole("heading", { name: label, exact: true }).waitFor();
}

/** Fills in the Aadhaar form up to the point where the code is sent. */
export async function askAadhaarCode(page: Page): Promise<void> {
  await page.getByRole("radio", { name: "Aadhaar" }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("textbox", { name: "Aadhaar number" }).fill("999941057058");
  await page.getByRole("checkbox", { name: /I agree/ }).check();
  await page.getByRole("button", { name: "Send OTP" }).click();
  await page.getByRole("textbox", { name: "One-time password" }).waitFor();
}

/** Waits for the code that the page loads after its first paint. That code moves the focus. */
export async function waitForIdleCode(page: Page): Promise<void> {
  const find = () =>
    performance.getEntriesByType("resource").find(({ name }) => /\/assets\/after-paint-[^/]*\.js$/.test(name))?.name;
  // The page requests it half a second after it starts, and timers fire in order.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 600)));
  const script = await page.waitForFunction(find);
  // Importing a module that is loading waits for it.
  await page.evaluate(`import(${JSON.stringify(await script.jsonValue())}).then(() => undefined)`);
}
