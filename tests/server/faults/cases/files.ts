import { services as bases } from "#engine/contract/services.ts";
import { sendFile } from "../../files/multipart.ts";
import { begin } from "../../wallet/transactions/candidate.ts";
import { byMobile, signIn, type FaultCase } from "../prepared-call.ts";
import { form, inside } from "./preparations.ts";

const files = `${bases.utility}/files`;
const detect = `${bases.utility}/detect-document-issues`;

/** Documents and pictures. */
export const fileCases: Readonly<Record<string, FaultCase>> = {
  "files.upload": async (app, paper) => {
    const { mobile, token } = await signIn(app);
    return {
      method: "POST",
      url: files,
      token,
      file: paper,
      countsOnce: [[`select count(*) from files where candidate_id = ${byMobile}`, mobile]],
    };
  },
  "files.upload (of what was looked into)": async (app, paper) => {
    const { mobile, token } = await signIn(app);
    const looked = await sendFile(app, detect, token, paper);
    const { uploadId } = looked.json<{ data: { uploadId: string } }>().data;
    return {
      method: "POST",
      url: files,
      token,
      body: { uploadId },
      countsOnce: [
        [`select count(*) from files where candidate_id = ${byMobile}`, mobile],
        ["select count(*) from uploads where id = $1 and state = 'claimed'", uploadId],
      ],
    };
  },
  "files.photo-nonce": async (app) => {
    const { token, orgId, txnId } = await begin(app, ...form, inside);
    return {
      method: "POST",
      url: `${bases.utility}/photo-nonces`,
      token,
      body: { orgId, txnId, verificationName: "bgv-address" },
      countsOnce: [["select count(*) from photo_nonces where transaction_id = $1", txnId]],
    };
  },
  "files.from-url": async (app) => {
    const { mobile, token } = await signIn(app);
    return {
      method: "POST",
      url: `${files}/from-url`,
      token,
      body: { url: `${bases.utility}/static-map?latitude=28.61&longitude=77.2&zoom=15&size=600x400` },
      countsOnce: [[`select count(*) from files where candidate_id = ${byMobile}`, mobile]],
    };
  },
  "files.detect": async (app, paper) => {
    const { mobile, token } = await signIn(app);
    return {
      method: "POST",
      url: detect,
      token,
      file: paper,
      countsOnce: [[`select count(*) from uploads where candidate_id = ${byMobile}`, mobile]],
    };
  },
};
