import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright/test";
import { isOperationId } from "#engine/contract/operations.ts";
import { guardedOperations } from "#engine/core/definitions/guarded-operations.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { appRoot } from "#server/root.ts";
import { startServer } from "../tools/replay/server.ts";
import type { StartedForm } from "./candidate.ts";
import { startOnce, test as plain } from "./own-server.ts";
import { startBefore, expectRefused, operationOf } from "./refusals/operations.ts";
import { caseNames, getCase, splitRows, toLabel, toRow, toWhy, type CaseName } from "./refusals/cases.ts";
import { hindiOf, writeDocuments } from "./refusals/definitions.ts";
import {
  openAddress,
  button,
  expectDisabled,
  expectDraftKept,
  editable,
  expectReadOnly,
  openCaseTile,
  openMain,
  seenOn,
  watchDrafts,
} from "./refusals/pages.ts";
import { expect, test as watched } from "./watched.ts";

// Refusals by the guard on the page: for every transition in catalogues/states that a candidate triggers, test
// definitions forbid it by a rule. Its message must appear at the control and in the server's answer.

const refusing = startOnce(
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "sanad-refused-"));
    writeDocuments(folder);
    return { folder, server: await startServer({ SCHEMAS_DIR: folder }) };
  },
  async ({ folder, server }) => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  },
);
const test = watched.extend({
  baseURL: async ({ playwright: _playwright }, provide) => provide((await refusing()).server.baseUrl),
});

const readSchema = (file: string) => readFileSync(path.join(appRoot, "schemas", file), "utf8");
const sorted = (names: readonly string[]) => [...new Set(names)].sort();

const covered = new Set<CaseName>();

/** Defines a test of several cases: `look` checks the page's refusal, then each case is requested by an API call. */
function refuses(
  title: string,
  names: readonly CaseName[],
  look: (page: Page, baseUrl: string) => Promise<StartedForm>,
) {
  for (const one of names) covered.add(one);
  test(title, async ({ page, baseURL }) => {
    const started = await look(page, baseURL);
    expect(sorted(names.filter((one) => !getCase(one).noControl))).toEqual(sorted([...seenOn(page)]));
    for (const one of names) await expectRefused(started, one);
  });
}

plain("every row of an operation has a case, every case a test, and every guarded operation is among them", () => {
  const { transitions } = JSON.parse(readSchema("catalogues/states.json")) as DefinitionOf<"states">;
  const ofOperations = splitRows(transitions).filter(({ by }) => isOperationId(String(by)));
  expect(sorted(caseNames.map((one) => getCase(one).row))).toEqual(sorted(ofOperations.map(toRow)));
  const guarded = [...guardedOperations.transaction, ...guardedOperations.item];
  expect(sorted(caseNames.map(operationOf))).toEqual(sorted(guarded));
  expect(sorted([...covered])).toEqual(sorted(caseNames));
});

plain("what has no control is called by no document", () => {
  const texts = ["screens/wallet", "flows"].flatMap((folder) =>
    readdirSync(path.join(appRoot, "schemas", folder)).map((file) => readSchema(`${folder}/${file}`)),
  );
  const without = caseNames.filter((one) => getCase(one).noControl).map(operationOf);
  expect(without.filter((operation) => texts.some((text) => text.includes(`"call": "${operation}"`)))).toEqual([]);
});

refuses("a form is not started", ["start"], async (page, baseUrl) => {
  const started = await startBefore(baseUrl, "starting");
  await openMain(page, started);
  await button(page, toLabel("free")).first().click();
  await expectDisabled(page.getByRole("dialog").getByRole("button", { name: "Start", exact: true }), "start");
  await page.goto(`/ekyc/starting/${started.txnId}?orgId=harbour&lang=hi`);
  await button(page, "काम").first().click();
  await expect(page.getByRole("dialog").getByText(hindiOf("start"))).toBeVisible();
  await expect(page.getByText(toWhy("start"))).toHaveCount(0);
  return started;
});

refuses("questions before the start are not answered", ["answer"], async (page, baseUrl) => {
  const started = await startBefore(baseUrl, "asking");
  await openMain(page, started);
  await button(page, toLabel("free")).first().click();
  const dialog = page.getByRole("dialog");
  await expectDisabled(dialog.getByRole("button", { name: "Start", exact: true }), "answer");
  await expect(dialog.getByRole("textbox").and(page.locator(editable))).toHaveCount(0);
  return started;
});

for (const one of ["give-number", "change-number"] as const)
  refuses(`a reference number is not taken: ${one}`, [one], async (page, baseUrl) => {
    const started = await startBefore(baseUrl, getCase(one).form, one === "change-number" ? { proved: true } : {});
    await openMain(page, started);
    await expectDisabled(button(page, "GCE reference number"), one);
    // A reload keeps the step that asks for the code.
    const step = { step: "otp", value: "GCE-100042", otpTxnId: "sent", changing: one === "change-number" };
    await page.clock.install();
    await openAddress(page, started, "/basic-details", { [`basic-details ${started.txnId}`]: step });
    await expectReadOnly(page, one, "One-time password", "Verify");
    await page.clock.fastForward(31_000);
    await expect(page.getByRole("button", { name: "Resend code", exact: true })).toBeDisabled();
    await button(page, "Change reference number").click();
    await expectReadOnly(page, one, "reference number", "Send code");
    return started;
  });

const errandsBefore = {
  process: true,
  give: ["undo-given", "save-another", "replace", "replace-one", "remove", "remove-last", "draft-of-given"],
  skip: ["undo-empty", "undo-given"],
} as const;

const onTiles = [
  "skip",
  "skip-empty",
  "undo-empty",
  "undo-given",
  "replace",
  "replace-one",
  "remove",
  "remove-last",
  "change-name",
  "drop-draft",
] as const;
refuses("tiles and the review refuse what the rows refuse, and nothing beside it", onTiles, async (page, baseUrl) => {
  const started = await startBefore(baseUrl, "errands", errandsBefore);
  await openMain(page, started);
  for (const one of ["skip", "skip-empty"] as const) await expectDisabled(button(page, `Skip ${toLabel(one)}`), one);
  for (const one of ["undo-empty", "undo-given"] as const)
    await expectDisabled(button(page, `Undo skip ${toLabel(one)}`), one);
  for (const one of ["replace", "replace-one"] as const)
    await expectDisabled(button(page, `Edit ${toLabel(one)}`), one);
  for (const one of ["remove", "remove-last"] as const)
    await expectDisabled(button(page, `Delete ${toLabel(one)}`), one);
  await expectDisabled(button(page, "Request name change"), "change-name");
  await expect(button(page, `Delete ${toLabel("replace")}`)).toBeEnabled();
  await expect(button(page, `Edit ${toLabel("remove")}`)).toBeEnabled();
  await button(page, `Skip ${toLabel("save")}`).click();
  await expect(button(page, `Undo skip ${toLabel("save")}`)).toBeEnabled();
  return started;
});

const onPages = [
  "save",
  "save-first",
  "save-another",
  "replace",
  "replace-one",
  "remove-last",
  "draft",
  "draft-of-given",
] as const;
refuses("the page of a verification refuses what the rows refuse", onPages, async (page, baseUrl) => {
  const started = await startBefore(baseUrl, "errands", errandsBefore);
  await openMain(page, started);
  for (const one of ["save", "save-first", "replace"] as const) {
    await openCaseTile(page, one);
    await expectReadOnly(page, one);
    await page.goBack();
  }
  await openCaseTile(page, "save-another");
  await expectDisabled(button(page, "Add another"), "save-another");
  await page.goBack();
  await openCaseTile(page, "replace-one");
  await expectDisabled(button(page, `Edit ${toLabel("replace-one")}`), "replace-one");
  await page.goBack();
  await openCaseTile(page, "remove-last");
  await expectDisabled(button(page, `Delete ${toLabel("remove-last")}`), "remove-last");
  await page.goBack();
  const drafts = watchDrafts(page);
  for (const one of ["draft", "draft-of-given"] as const) await expectDraftKept(page, one);
  expect(drafts).toEqual([]);
  return started;
});

const instead = ["share-credential", "presentation-request"] as const;
refuses("no credential does in place of what may not be done by one", instead, async (page, baseUrl) => {
  const started = await startBefore(baseUrl, "presenting", { process: true });
  await openMain(page, started);
  await openCaseTile(page, "share-credential");
  await expectDisabled(button(page, "Use a credential"), "share-credential");
  await page.goBack();
  await openCaseTile(page, "presentation-request");
  await button(page, "Use a credential").click();
  await expectDisabled(button(page, "Use another wallet"), "presentation-request");
  return started;
});

refuses("what is left is not skipped together when one of it may not be", ["skip-last"], async (page, baseUrl) => {
  const started = await startBefore(baseUrl, "two-errands", { process: true });
  await openMain(page, started);
  await button(page, "Continue").click();
  await expectDisabled(page.getByRole("dialog").getByRole("button", { name: "Skip and continue" }), "skip-last");
  return started;
});

const again = ["repair", "repair-asked", "draft-asked", "drop-asked"] as const;
refuses("what was asked for again is not sent again", [...again, "evaluate"], async (page, baseUrl) => {
  const started = await startBefore(baseUrl, "asked-again", { process: true, give: again, askAgain: again });
  await openMain(page, started);
  for (const one of ["repair", "repair-asked"] as const) {
    await openCaseTile(page, one);
    await expectReadOnly(page, one);
    await page.goBack();
  }
  const drafts = watchDrafts(page);
  await expectDraftKept(page, "draft-asked");
  expect(drafts).toEqual([]);
  return started;
});

const filled = { process: true, give: ["free"] } as const;

for (const one of ["send", "send-ready"] as const)
  refuses(`a form that is ready is not sent: ${one}`, [one], async (page, baseUrl) => {
    const started = await startBefore(baseUrl, getCase(one).form, filled);
    await openMain(page, started);
    await expectDisabled(button(page, "Continue"), one);
    return started;
  });

for (const one of ["pay", "pay-filled"] as const)
  refuses(`a form is not paid for from itself: ${one}`, [one], async (page, baseUrl) => {
    const started = await startBefore(baseUrl, getCase(one).form, filled);
    await openMain(page, started);
    await expectDisabled(button(page, "Continue to Pay"), one);
    return started;
  });

for (const one of ["pay", "pay-early", "pay-ready"] as const)
  refuses(`a form is not paid for from its bill: ${one}`, [one], async (page, baseUrl) => {
    const started = await startBefore(baseUrl, getCase(one).form, one === "pay-early" ? {} : filled);
    await openAddress(page, started, `/payment?orgId=${started.orgId}&txId=${started.txnId}&region=IN`);
    await expectDisabled(button(page, "Continue to Pay"), one);
    return started;
  });

test("opens the state of a skipped verification after submission, never its form", async ({ page, baseURL }) => {
  const started = await startBefore(baseURL, "nothing-refused", { process: true, skip: ["free"] });
  await started.call("transactions.process");
  await openMain(page, started);
  await expect(page.getByText("Congratulations!")).toHaveCount(0);
  await openCaseTile(page, "free");
  await expect(page).toHaveURL(/\/verification-info/);
  await expect(page.getByText("Skipped", { exact: true })).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
});
