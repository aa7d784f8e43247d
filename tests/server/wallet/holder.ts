import { newMobile, type TestApp } from "../app.ts";
import { sendFile } from "../files/multipart.ts";
import { makePdf } from "../files/papers.ts";

/** What they are called. */
export const holderName = "Asha Verma";

/** Somebody whose background check was verified: signed in, with the credential that came of the degree. */
export async function makeHolder(app: TestApp): Promise<{ token: string; degreeId: string }> {
  const mobile = newMobile();
  const { accessToken: token } = await app.signIn(mobile, { name: holderName, identity: true });
  const scene = { mobile, orgId: "harbour", formId: "background-check", state: "COMPLETED" };
  const made = await app.call("POST", "/sandbox/scene", { body: scene });
  if (made.statusCode !== 200) throw new Error(made.body);
  const { list } = (await app.call("GET", "/web-wallet/api/1.0/credentials?count=100", { token })).json<{
    data: { list: { id: string; credentialType: string }[] };
  }>().data;
  const degree = list.find(({ credentialType }) => credentialType === "Degree");
  if (!degree) throw new Error("No credential came of the degree.");
  return { token, degreeId: degree.id };
}

/** Proves who somebody is by a passport in this name, whatever was proved of them before. */
export async function provePassport(app: TestApp, token: string, name: string): Promise<void> {
  const sent = await sendFile(app, "/utility/api/1.0/files", token, await makePdf(["PASSPORT", name]));
  const { fileUrl: documentUrl } = sent.json<{ data: { fileUrl: string } }>().data;
  const data = { passportNumber: "Z1234567", name, expiryDate: "01-02-2045", documentUrl };
  const body = { type: "passport", data };
  const proved = await app.call("PUT", "/web-wallet/api/1.0/profile/verification-detail", { token, body });
  if (proved.statusCode !== 200) throw new Error(proved.body);
}
