import type { TestApp } from "../app.ts";
import { address, begin, employment, tenth, type TestCandidate } from "../wallet/transactions/candidate.ts";

/** The organisation of the cases. */
export const orgId = "harbour";
export const subType = "bgv-tenth-1";

export interface SubmittedCase {
  candidate: TestCandidate;
  txnId: string;
  /** Path of the case below the console's API. */
  path: string;
  fileId: string;
}

/** A submitted marksheet of class X, beside a job and an address. */
export async function submitCase(app: TestApp, options: { name?: string } = {}): Promise<SubmittedCase> {
  const candidate = await begin(app, orgId, "background-check", { identity: true, process: true, ...options });
  const file = await candidate.upload();
  const saved = await candidate.post("/bgv", {
    list: [
      { verificationName: "bgv-tenth", data: tenth(file) },
      { verificationName: "bgv-employment", data: employment(await candidate.upload(["a letter"])) },
      { verificationName: "bgv-address", data: address(await candidate.takePhoto()) },
    ],
  });
  if (saved.statusCode !== 200) throw new Error(saved.body);
  await candidate.post("/transactions/process/mark-as-skip", { verificationNameList: ["bgv-twelfth", "bgv-degree"] });
  const processed = await candidate.post("/transactions/process");
  if (processed.statusCode !== 200) throw new Error(processed.body);
  const { txnId } = candidate;
  const path = `/organisations/${orgId}/cases/${txnId}/${subType}`;
  return { candidate, txnId, path, fileId: file.split("/").at(-1)! };
}
