import { services as bases } from "#engine/api/services.ts";
import type { TestApp } from "../../app.ts";
import { byMobile, send, signIn, type Call, type Case } from "../ready.ts";

const uploads = `${bases.utility}/uploads`;
const tus = { "tus-resumable": "1.0.0" };

/** Resumable uploads (tus): whoever lost an answer looks how much has arrived. */
export const uploadCases: Readonly<Record<string, Case>> = {
  // One whose answer was lost is known to nobody, and swept; the next is another.
  createUpload: async (app, paper) => {
    const { mobile, token } = await signIn(app);
    return {
      ...create(token, paper),
      status: 201,
      keyless: true,
      once: [[`select least(count(*), 1) as count from uploads where candidate_id = ${byMobile}`, mobile]],
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
      keyless: true,
      again: 409,
      next: { method: "POST", url: `${bases.utility}/files`, token, body: { uploadId } },
      once: [
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
      keyless: true,
      again: 404,
      once: [["select 1 - count(*) as count from uploads where id = $1", url.split("/").pop()]],
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
  return String((await send(app, { ...create(token, paper), keyless: true }, "")).headers.location);
}
