import type { Response } from "light-my-request";
import { newMobile, type TestApp } from "../../app.ts";
import { sendFile } from "../../files/multipart.ts";
import { makePdf, makePicture } from "../../files/sample-documents.ts";

/** Makes each photo different. */
let photos = 0;

export const wallet = "/verification/web-wallet/api/1.0";
export const v2 = "/verification/api/2.0";

/** A signed-in candidate with a transaction, as tests use them. */
export interface TestCandidate {
  token: string;
  mobile: string;
  orgId: string;
  txnId: string;
  call(
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    body?: Record<string, unknown>,
  ): Promise<Response>;
  /** A call with the transaction's keys in the body. */
  post(path: string, more?: Record<string, unknown>): Promise<Response>;
  save(verificationName: string, data: Record<string, unknown>): Promise<Response>;
  info<T = Record<string, unknown>>(): Promise<T>;
  /** Uploads a document with these lines. Equal lines make equal bytes. */
  upload(lines?: readonly string[]): Promise<string>;
  /** Takes a live photo for the address, or for another verification. */
  takePhoto(verificationName?: string): Promise<string>;
  /** Signs in again after the session has expired. */
  signInAgain(): Promise<void>;
}

/** Signs a candidate in and opens a form. */
export async function begin(
  app: TestApp,
  orgId: string,
  formId: string,
  options: { name?: string; identity?: true; process?: true; mobile?: string } = { identity: true },
): Promise<TestCandidate> {
  const { mobile = newMobile() } = options;
  const { accessToken: token } = await app.signIn(mobile, {
    name: options.name ?? "Asha Verma",
    ...(options.identity && { identity: true }),
  });
  const created = await app.call("POST", `${wallet}/transactions`, { token, body: { orgId, eKycFormId: formId } });
  const txnId = created.json<{ data: { transactionId: string } }>().data.transactionId;
  const call: TestCandidate["call"] = (method, path, body) => app.call(method, path, { token: candidate.token, body });
  const post: TestCandidate["post"] = (path, more = {}) => call("POST", `${wallet}${path}`, { orgId, txnId, ...more });
  const candidate: TestCandidate = {
    token,
    mobile,
    orgId,
    txnId,
    call,
    post,
    save: (verificationName, data) => post("/bgv", { list: [{ verificationName, data }] }),
    info: async <T>() =>
      (await call("GET", `${wallet}/transactions/info?orgId=${orgId}&txnId=${txnId}`)).json<{ data: T }>().data,
    upload: async (lines) =>
      (await sendFile(app, "/utility/api/1.0/files", candidate.token, await makePdf(lines))).json<{
        data: { fileUrl: string };
      }>().data.fileUrl,
    takePhoto: async (verificationName = "bgv-address") => {
      const leave = await call("POST", "/utility/api/1.0/photo-nonces", { orgId, txnId, verificationName });
      const url = `/utility/api/1.0/files?fileCategory=photo&photoNonce=${leave.json<{ data: { nonce: string } }>().data.nonce}`;
      const photo = await makePicture({ width: 320, height: 240 + (photos += 1), format: "jpeg" });
      const sent = await sendFile(app, url, candidate.token, photo, { name: "photo.jpg", type: "image/jpeg" });
      return sent.json<{ data: { fileUrl: string } }>().data.fileUrl;
    },
    signInAgain: async () => {
      candidate.token = (await app.signIn(mobile)).accessToken;
    },
  };
  if (options.process) await post("/transactions/process");
  return candidate;
}

export const tenth = (file: string) => ({
  board: "central-board-of-secondary-education",
  rollNumber: "4711",
  passingYear: "2015",
  Marksheet: file,
});
export const employment = (file: string) => ({
  company: "A small firm",
  designation: "Engineer",
  startDate: "31-01-2020",
  stillWorking: true,
  documentUrl: file,
});
export const degree = (file: string) => ({
  institute: "university-of-mumbai",
  registrationNumber: "2015016400123456",
  degreeLevel: "bachelor",
  course: "B.Sc. Physics",
  passingYear: "2019",
  degreeStatus: "DEGREE_WITH_MARKSHEET",
  degreeCertificate: file,
  Marksheet: file,
});
const home = { pincode: "560001", line1: "4 Lake Road", vtc: "Bengaluru", state: "KA", district: "Bengaluru Urban" };
export const address = (picture: string) => ({
  currentAddress: home,
  sameAsCurrent: true,
  photo: { latitude: 12.97, longitude: 77.59, accuracy: 12, timestamp: 1_790_000_000_000, imageUrl: picture },
});
