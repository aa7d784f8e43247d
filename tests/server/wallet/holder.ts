import { newMobile, type TestApp } from "../app.ts";
import { sendFile } from "../files/multipart.ts";
import { makePdf } from "../files/sample-documents.ts";

/** Name of the test holder. */
export const holderName = "Asha Verma";

/** A signed-in candidate with a completed background check and a degree credential. */
export async function makeHolder(app: TestApp): Promise<{ token: string; degreeId: string }> {
  const mobile = newMobile();
  const { accessToken: token } = await app.signIn(mobile, { name: holderName, identity: true });
  const scene = { mobile, orgId: "harbour", formId: "background-check", state: "COMPLETED" };
  const made = await app.call("POST", "/sandbox/transaction", { body: scene });
  if (made.statusCode !== 200) throw new Error(made.body);
  const { list } = (await app.call("GET", "/web-wallet/api/1.0/credentials?count=100", { token })).json<{
    data: { list: { id: string; credentialType: string }[] };
  }>().data;
  const degree = list.find(({ credentialType }) => credentialType === "Degree");
  if (!degree) throw new Error("No credential came of the degree.");
  return { token, degreeId: degree.id };
}

/** Verifies a candidate by a passport in this name, replacing any former identity. */
export async function verifyPassport(app: TestApp, token: string, name: string): Promise<void> {
  const sent = await sendFile(app, "/utility/api/1.0/files", token, await makePdf(["PASSPORT", name]));
  const { fileUrl: documentUrl } = sent.json<{ data: { fileUrl: string } }>().data;
  const data = { passportNumber: "Z1234567", name, expiryDate: "01-02-2045", documentUrl };
  const body = { type: "passport", data };
  const proved = await app.call("PUT", "/web-wallet/api/1.0/profile/verification-detail", { token, body });
  if (proved.statusCode !== 200) throw new Error(proved.body);
}
