import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import { appRoot } from "#server/root.ts";
import { startServer, type RunningServer } from "../replay/server.ts";
import { beginForm, openForm, signIn } from "./candidate.ts";
import { expect, test as watched } from "./watched.ts";

// What the guard refuses the page shows: documents of one's own forbid three things, each somewhere, by one rule.

const why = "Not today.";
const inHindi = "आज नहीं।";
type NamedRule = DocumentOf<"rules">["rules"][string];
const ofLotus: NamedRule = { why, expr: { "===": [{ var: "organisation.orgId" }, "lotus"] } };
const ofItem: NamedRule = { why, expr: { in: [{ var: "item.name" }, ["bgv-twelfth", "bgv-employment"]] } };
const forbidden: readonly { by: string; to: string; rule: string }[] = [
  { by: "transactions.process", to: "PENDING", rule: "not-today" },
  { by: "transactions.skip", to: "SKIPPED", rule: "not-this-today" },
  { by: "verifications.save", to: "DATA_SAVED", rule: "not-this-today" },
];
const quick = {
  $schema: "../../meta/request.schema.json",
  kind: "request",
  id: "quick",
  description: "Written by a test.",
  name: "Quick check",
  expiry: -1,
  payment: "none",
  manualProfileRequired: true,
  verifications: [{ verification: "bgv-tenth", skipAllowed: true }],
};

function writeDocuments(folder: string): void {
  const change = <T>(file: string, to: (document: T) => T) => {
    const place = path.join(folder, file);
    writeFileSync(place, JSON.stringify(to(JSON.parse(readFileSync(place, "utf8")) as T)));
  };
  cpSync(path.join(appRoot, "schemas"), folder, { recursive: true });
  change<DocumentOf<"rules">>("rules/transaction.json", (document) => ({
    ...document,
    rules: { ...document.rules, "not-today": ofLotus, "not-this-today": ofItem },
  }));
  change<DocumentOf<"states">>("catalogues/states.json", (document) => ({
    ...document,
    transitions: document.transitions.map((row) => {
      const found = forbidden.find(({ by, to }) => row.by === by && row.to === to);
      return found ? { ...row, unless: [...(row.unless ?? []), found.rule] } : row;
    }),
  }));
  change<DocumentOf<"locale">>("locales/hi.json", (document) => ({
    ...document,
    texts: { ...document.texts, [why]: inHindi, [quick.name]: "त्वरित जाँच" },
  }));
  writeFileSync(path.join(folder, "organisations/harbour/quick.json"), JSON.stringify(quick));
}

const test = watched.extend<object, { server: RunningServer }>({
  server: [
    async ({ playwright: _playwright }, provide) => {
      const folder = mkdtempSync(path.join(tmpdir(), "sanad-refused-"));
      writeDocuments(folder);
      const server = await startServer({ SCHEMAS_DIR: folder });
      await provide(server);
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 90_000 },
  ],
  baseURL: async ({ server }, provide) => provide(server.baseUrl),
});

test("a button that is refused cannot be pressed, and says why", async ({ page, baseURL }) => {
  const asha = await beginForm(baseURL, { orgId: "lotus", formId: "admission" });
  await signIn(page, asha.tokens);
  await openForm(page, asha);
  const start = page.getByRole("dialog").getByRole("button", { name: "Start", exact: true });
  await expect(start).toBeDisabled();
  await expect(start).toHaveAccessibleDescription(why);
  await expect(page.getByRole("dialog").getByText(why)).toBeVisible();
  const answer = await asha.call("transactions.process");
  expect(answer.body).toMatchObject({ code: 109, message: why, data: { reason: "not-today" } });
});

test("the reason is said in the language of the page", async ({ page, baseURL }) => {
  const asha = await beginForm(baseURL, { orgId: "lotus", formId: "admission" });
  await signIn(page, asha.tokens);
  await page.goto(`/ekyc/admission/${asha.txnId}?orgId=lotus&lang=hi`);
  await page
    .getByRole("button")
    .filter({ hasText: /सत्यापन/ })
    .first()
    .click();
  await expect(page.getByRole("dialog").getByText(inHindi)).toBeVisible();
  await expect(page.getByText(why)).toHaveCount(0);
});

test("what may not be skipped today says so; what may be is skipped", async ({ page, baseURL }) => {
  const asha = await beginForm(baseURL, { orgId: "harbour", formId: "background-check" });
  await asha.call("transactions.process");
  await signIn(page, asha.tokens);
  await openForm(page, asha);
  const refused = page.getByRole("button", { name: "Skip 12th Marksheet" });
  await expect(refused).toBeDisabled();
  await expect(refused).toHaveAccessibleDescription(why);
  await page.getByRole("button", { name: "Skip 10th Marksheet" }).click();
  await expect(page.getByRole("button", { name: "Undo skip 10th Marksheet" })).toBeEnabled();
});

test("a form whose saving is refused is only to be read, below the reason", async ({ page, baseURL }) => {
  const asha = await beginForm(baseURL, { orgId: "harbour", formId: "background-check" });
  await asha.call("transactions.process");
  await signIn(page, asha.tokens);
  await openForm(page, asha);
  await page.getByRole("button", { name: /^Employment/ }).click();
  await expect(page.getByRole("heading", { name: "Employment", exact: true })).toBeVisible();
  await expect(page.getByText(why)).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Submit" })).toHaveCount(0);
});

test("what was skipped leads to its state once the form was sent, never to a form", async ({ page, baseURL }) => {
  const asha = await beginForm(baseURL, { orgId: "harbour", formId: "quick" });
  await asha.call("transactions.process");
  await asha.call("transactions.skip", { verificationNameList: ["bgv-tenth"] });
  await asha.call("transactions.process");
  await signIn(page, asha.tokens);
  await openForm(page, asha);
  await page.getByRole("button", { name: /^10th Marksheet/ }).click();
  await expect(page).toHaveURL(/\/verification-info/);
  await expect(page.getByRole("heading", { name: "10th Marksheet" })).toBeVisible();
  await expect(page.getByText("Skipped", { exact: true })).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
});
