import { services as bases } from "#engine/contract/services.ts";
import type { TestApp } from "../../app.ts";
import { byMobile, send, signIn, type Call, type FaultCase } from "../prepared-call.ts";

const uploads = `${bases.utility}/uploads`;
const tus = { "tus-resumable": "1.0.0" };

/** Resumable uploads (tus): a client that lost an answer asks for the received length. */
export const uploadCases: Readonly<Record<string, FaultCase>> = {
  // An upload whose answer was lost stays unknown and is swept; the client makes another.
  createUpload: async (app, paper) => {
    const { mobile, token } = await signIn(app);
    return {
      ...create(token, paper),
      status: 201,
      withoutKey: true,
      countsOnce: [[`select least(count(*), 1) as count from uploads where candidate_id = ${byMobile}`, mobile]],
    };
  },
  appendUpload: async (app, paper) => {
    const { mobile, token } = await signIn(app);
    const url = await begin(app, token, paper);
    const uploadId = url.split("/").pop()!;
    return {
      method: "PATCH",
      url,
      token,
      headers: { ...tus, "upload-offset": "0", "content-type": "application/offset+octet-stream" },
      raw: paper,
      status: 204,
      withoutKey: true,
      repeatStatus: 409,
      followUp: { method: "POST", url: `${bases.utility}/files`, token, body: { uploadId } },
      countsOnce: [
        [`select count(*) from files where candidate_id = ${byMobile}`, mobile],
        ["select count(*) from files where id = $1 and size_bytes = $2", uploadId, paper.length],
      ],
    };
  },
  cancelUpload: async (app, paper) => {
    const { token } = await signIn(app);
    const url = await begin(app, token, paper);
    return {
      method: "DELETE",
      url,
      token,
      headers: tus,
      status: 204,
      withoutKey: true,
      repeatStatus: 404,
      countsOnce: [["select 1 - count(*) as count from uploads where id = $1", url.split("/").pop()]],
    };
  },
};

const create = (token: string, paper: Buffer): Call => ({
  method: "POST",
  url: uploads,
  token,
  headers: { ...tus, "upload-length": String(paper.length) },
});

async function begin(app: TestApp, token: string, paper: Buffer): Promise<string> {
  return String((await send(app, { ...create(token, paper), withoutKey: true }, "")).headers.location);
}
