import { newMobile, type TestApp } from "../app.ts";

/** Somebody whose background check was verified: signed in, with the credential that came of the degree. */
export async function makeHolder(app: TestApp): Promise<{ token: string; degreeId: string }> {
  const mobile = newMobile();
  const { accessToken: token } = await app.signIn(mobile, { name: "Asha Verma", identity: true });
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
