import { randomBytes } from "node:crypto";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { expect, type APIRequestContext, type Locator, type Page, type Route } from "playwright/test";

const wallet = "/verification/web-wallet/api/1.0";

/** Parsed JSON without a type. Each test asserts what it expects. */
type Parsed = ReturnType<typeof JSON.parse>;

/** A signed-in candidate with a transaction, in the browser and by API calls. */
export interface FormsCandidate {
  orgId: string;
  formId: string;
  txnId: string;
  mobile: string;
  /** Makes a call with the candidate's token and returns the whole answer. */
  call(
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    body?: unknown,
  ): Promise<{
    status: number;
    code: number;
    data: Parsed;
    message?: string;
    fields?: { pointer: string; keyword: string; message: string }[];
  }>;
  /** The stored data of one verification. */
  held(verification: string): Promise<Parsed>;
  /** The verifier's decision on this transaction. */
  decide(decision: {
    verificationName?: string;
    outcome: "complete" | "fail" | "insufficient";
    reason?: string;
    fields?: string[];
  }): Promise<void>;
  /** Opens the form's main screen. */
  open(): Promise<void>;
}

/** Signs a candidate in through the sandbox, starts a form for them, and writes their session into the page. */
export async function startForm(
  page: Page,
  orgId: string,
  formId: string,
  options: { identity?: boolean; agentId?: string; process?: boolean; name?: string } = {},
): Promise<FormsCandidate> {
  const { identity = true, process = true, agentId, name = "Asha Verma" } = options;
  const api = page.request;
  const mobile = `+919${String(randomBytes(6).readUIntBE(0, 6) % 1_000_000_000).padStart(9, "0")}`;
  const session = await (
    await api.post("/sandbox/session", {
      data: { mobile, name, ...(identity && { identity: true }), ...(agentId && { agentId }) },
    })
  ).json();
  const call = toCall(api, session.accessToken);
  const created = await call("POST", `${wallet}/transactions`, { orgId, eKycFormId: formId });
  const txnId = created.data.transactionId;
  if (process) expect((await call("POST", `${wallet}/transactions/process`, { orgId, txnId })).code).toBe(0);
  await page.addInitScript((auth) => {
    if (localStorage.getItem("root-v3")) return;
    localStorage.setItem("root-v3", JSON.stringify({ auth, version: 3 }));
    localStorage.setItem("refreshToken", JSON.stringify(auth.refreshToken));
  }, session);
  return {
    orgId,
    formId,
    txnId,
    mobile,
    call,
    held: async (verification) =>
      (await call("GET", `${wallet}/transactions/${verification}/info?orgId=${orgId}&txnId=${txnId}`)).data,
    decide: async (decision) => {
      const answer = await api.post("/sandbox/verifier", { data: { txnId, ...decision } });
      expect(answer.status(), await answer.text()).toBe(200);
    },
    open: async () => {
      await page.goto(`/ekyc/${formId}/${txnId}?orgId=${orgId}`);
      const enter = page.getByRole("button", { name: /^(Start|View) Verification/ });
      const steps = page.getByRole("progressbar", { name: "Steps Completed" });
      await expect(steps.or(enter).first()).toBeVisible();
      // The tab remembers that the candidate has passed the intro.
      if (await steps.isHidden()) await enter.click();
      await expect(steps).toBeVisible();
    },
  };
}

function toCall(api: APIRequestContext, token: string): FormsCandidate["call"] {
  return async (method, path, body) => {
    const answer = await api.fetch(path, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { data: body as Record<string, unknown> }),
    });
    return { status: answer.status(), ...(await answer.json()) };
  };
}

/** Opens one verification from the main screen. */
export async function openTile(page: Page, label: string): Promise<void> {
  await page
    .getByRole("button", { name: new RegExp(`^${label}`) })
    .first()
    .click();
  await expect(
    page
      .getByRole("heading", { name: label, level: 1 })
      .or(page.getByRole("heading", { name: label }))
      .first(),
  ).toBeVisible();
}

/** Chooses a file and accepts the result of its check. */
export async function upload(page: Page, label: string, files: string | Payload | Payload[]): Promise<void> {
  await page.getByLabel(label, { exact: true }).setInputFiles(files as Payload);
  const proceed = page.getByRole("button", { name: "Proceed Anyway" });
  const tile = page.getByText("Uploaded", { exact: true });
  await expect(proceed.or(tile).first()).toBeVisible();
  if (await proceed.isVisible()) await proceed.click();
  await expect(tile.first()).toBeVisible();
}

export interface Payload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Enters a date with the picker, which opens at years, then months, then days. */
export async function pickDate(
  page: Page,
  label: string,
  { year, month, day }: { year: number; month: string; day: number },
): Promise<void> {
  await page.getByRole("textbox", { name: label }).click();
  await page
    .getByRole("grid", { name: "Years" })
    .getByRole("gridcell", { name: String(year), exact: true })
    .click();
  await page.getByRole("grid", { name: "Months" }).getByRole("gridcell", { name: month }).click();
  await page
    .getByRole("grid", { name: "Days" })
    .getByRole("gridcell", { name: new RegExp(`^${day}(\\D|$)`) })
    .first()
    .click();
}

/** The links of the error summary. */
export const problems = (page: Page): Locator =>
  page.getByRole("alert").filter({ hasText: "There is a problem" }).getByRole("link");

/**
 * The answer of the next captcha. Call it before the action that draws one. The picture stays, but its id becomes that
 * of a proof of work, which the test solves. The server checks both alike.
 */
export function nextCaptcha(page: Page): Promise<string> {
  return new Promise((resolve, reject) => {
    const reveal = async (route: Route): Promise<string> => {
      const response = await route.fetch();
      const drawn = await response.json();
      const { data } = await (await route.fetch({ url: `${route.request().url()}/work` })).json();
      const solved = await solveChallenge({ challenge: { parameters: data.challenge }, deriveKey });
      await route.fulfill({ response, json: { ...drawn, data: { ...drawn.data, captchaId: data.captchaId } } });
      return String(solved!.counter);
    };
    page.route("**/pre-verify/*", (route) => reveal(route).then(resolve, reject), { times: 1 }).catch(reject);
  });
}
