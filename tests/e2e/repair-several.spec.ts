import type { Page } from "playwright/test";
import { expect, test } from "./own-server.ts";
import { makePdf, makePicture } from "../server/files/sample-documents.ts";
import { waitForIdleCode } from "./candidate.ts";
import { startForm, openTile, type FormsCandidate } from "./forms-candidate.ts";

const wallet = "/verification/web-wallet/api/1.0";

async function send(page: Page, token: string): Promise<string> {
  const file = { name: "first.pdf", mimeType: "application/pdf", buffer: await makePdf() };
  const headers = { authorization: `Bearer ${token}` };
  const sent = await page.request.post("/utility/api/1.0/files", { headers, multipart: { file } });
  return (await sent.json()).data.fileUrl;
}

/** Uploads a live photo for the address. */
async function takePhoto(page: Page, token: string, keys: { orgId: string; txnId: string }): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const data = { ...keys, verificationName: "bgv-address" };
  const leave = await (await page.request.post("/utility/api/1.0/photo-nonces", { headers, data })).json();
  const file = { name: "photo.jpg", mimeType: "image/jpeg", buffer: await makePicture({ format: "jpeg", rows: 6 }) };
  const url = `/utility/api/1.0/files?fileCategory=photo&photoNonce=${leave.data.nonce}`;
  const sent = await page.request.post(url, { headers, multipart: { file } });
  return (await sent.json()).data.fileUrl;
}

const degree = (paper: string, course: string) => ({
  institute: "university-of-mumbai",
  registrationNumber: "2016016400123456",
  degreeLevel: "bachelor",
  course,
  passingYear: "2019",
  degreeStatus: "DEGREE_WITH_MARKSHEET",
  degreeCertificate: paper,
  Marksheet: paper,
});
const employment = (paper: string) => ({
  company: "A small firm",
  designation: "Engineer",
  startDate: "31-01-2020",
  stillWorking: true,
  documentUrl: paper,
});

/** Submits a form with two degrees. */
async function submitTwoDegrees(page: Page): Promise<FormsCandidate> {
  const asha = await startForm(page, "harbour", "background-check");
  const keys = { orgId: asha.orgId, txnId: asha.txnId };
  await page.goto("/privacy-policy");
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem("root-v3") ?? "{}").auth.accessToken as string,
  );
  const paper = await send(page, token);
  const save = (verificationName: string, data: object) =>
    asha.call("POST", `${wallet}/bgv`, { ...keys, list: [{ verificationName, data }] });
  expect((await save("bgv-employment", employment(paper))).code).toBe(0);
  expect((await save("bgv-degree", degree(paper, "B.Sc. Physics"))).code).toBe(0);
  expect((await save("bgv-degree", degree(paper, "B.Ed."))).code).toBe(0);
  const home = { pincode: "560001", line1: "4 Lake Road", vtc: "Bengaluru", state: "KA", district: "Bengaluru Urban" };
  const photo = {
    latitude: 12.97,
    longitude: 77.59,
    accuracy: 12,
    timestamp: 1_790_000_000_000,
    imageUrl: await takePhoto(page, token, keys),
  };
  expect((await save("bgv-address", { currentAddress: home, sameAsCurrent: true, photo })).code).toBe(0);
  const verificationNameList = ["bgv-tenth", "bgv-twelfth"];
  await asha.call("POST", `${wallet}/transactions/process/mark-as-skip`, { ...keys, verificationNameList });
  expect((await asha.call("POST", `${wallet}/transactions/process`, keys)).data.state).toBe("IN_PROGRESS");
  return asha;
}

test("moves the focus to the next degree, or the last, after deleting one by keyboard", async ({ page }) => {
  const asha = await startForm(page, "harbour", "background-check");
  await page.goto("/privacy-policy");
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem("root-v3") ?? "{}").auth.accessToken as string,
  );
  const paper = await send(page, token);
  for (const course of ["B.Sc. Physics", "B.Ed.", "M.Sc. Physics"])
    await asha.call("POST", `${wallet}/bgv`, {
      orgId: asha.orgId,
      txnId: asha.txnId,
      list: [{ verificationName: "bgv-degree", data: degree(paper, course) }],
    });
  await asha.open();
  const review = page.getByRole("region", { name: "Review your documents" });
  await waitForIdleCode(page);
  const remove = async (name: string) => {
    await review.getByRole("button", { name: `Delete ${name}` }).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).press("Enter");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  };
  await remove("Degree 1");
  await expect(review.getByRole("listitem").first().getByRole("link").first()).toBeFocused();
  await remove("Degree 2");
  await expect(review.getByRole("button", { name: "Add Another Degree" })).toBeFocused();
});

test("shows within seconds that a repair was sent in another window", async ({ page, context }) => {
  const asha = await submitTwoDegrees(page);
  await asha.decide({ verificationName: "bgv-employment", outcome: "insufficient", fields: ["/designation"] });
  await asha.open();
  await openTile(page, "Employment");
  const field = page.getByRole("textbox", { name: "Designation" });
  await expect(field).toBeVisible();
  const other = await context.newPage();
  await other.goto("/verification/insufficiency?verificationName=bgv-employment");
  await other.getByRole("textbox", { name: "Designation" }).fill("Chief engineer");
  await other.getByRole("button", { name: "Submit" }).click();
  await expect(other.getByText("Thank you. We go on with your verification.")).toBeVisible();
  await expect(page.getByText("What was asked for has been sent. Nothing more is needed here.")).toBeVisible();
  await expect(field).toHaveCount(0);
  await page.getByRole("button", { name: "View your form" }).click();
  await expect(page).toHaveURL(/\/ekyc\/background-check\//);
});
