import { randomBytes } from "node:crypto";
import { newMobile, type TestApp } from "../../app.ts";
import { sendFile } from "../../files/multipart.ts";
import { makePdf } from "../../files/sample-documents.ts";
import { makePayer } from "../../checkout/orders/ready-to-pay.ts";
import { tenth, wallet } from "../../wallet/transactions/candidate.ts";

/** Ids of one candidate's stored data. Calls with them reach the inside of every handler. */
export interface SampleData {
  mobile: string;
  token: string;
  paid: { orgId: string; formId: string; txnId: string; paymentId: string };
  free: { orgId: string; formId: string; txnId: string };
  fileId: string;
  uploadId: string;
  subType: string;
}

/**
 * Creates data of a new candidate: an order, a begun form with a saved verification, a draft, a document, an upload.
 */
export async function createSampleData(app: TestApp): Promise<SampleData> {
  const mobile = newMobile();
  const payer = await makePayer(app, { mobile });
  const { paymentId } = await payer.open();
  const { token } = payer;
  const free = { orgId: "harbour", formId: "background-check" };
  const created = await app.call("POST", `${wallet}/transactions`, {
    token,
    body: { orgId: free.orgId, eKycFormId: free.formId },
  });
  const { transactionId: txnId } = created.json<{ data: { transactionId: string } }>().data;
  const keys = { orgId: free.orgId, txnId };
  const begun = await app.call("POST", `${wallet}/transactions/process`, { token, body: keys });
  if (begun.statusCode !== 200) throw new Error(begun.body);
  const { fileUrl } = (await sendFile(app, "/utility/api/1.0/files", token, await makePdf())).json<{
    data: { fileUrl: string };
  }>().data;
  const saved = await app.call("POST", `${wallet}/bgv`, {
    token,
    body: { ...keys, list: [{ verificationName: "bgv-tenth", data: tenth(fileUrl) }] },
  });
  if (saved.statusCode !== 200) throw new Error(saved.body);
  await app.call("PUT", `${wallet}/transactions/bgv-degree/draft?orgId=${free.orgId}&txnId=${txnId}`, {
    token,
    body: { version: 0, data: { course: `Physics ${randomBytes(2).toString("hex")}` } },
  });
  const inspected = await sendFile(app, "/utility/api/1.0/detect-document-issues", token, await makePdf());
  return {
    mobile,
    token,
    paid: { orgId: payer.keys.orgId, formId: "education-evaluation", txnId: payer.keys.txnId, paymentId },
    free: { ...free, txnId },
    fileId: fileUrl.split("/").pop()!,
    uploadId: inspected.json<{ data: { uploadId: string } }>().data.uploadId,
    subType: saved.json<{ data: { list: { subType: string }[] } }>().data.list[0]!.subType,
  };
}
