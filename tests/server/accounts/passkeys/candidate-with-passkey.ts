import type { Response } from "light-my-request";
import { SoftwareAuthenticator } from "../../../support/software-authenticator.ts";
import { newMobile, type TestApp } from "../../app.ts";

export const profile = "/web-wallet/api/1.0/profile";
export const origin = "http://localhost:3000";

export const read = (answer: Response): Record<string, string> => answer.json().data;
export const codeOf = (answer: Response): [number, number] => [answer.statusCode, answer.json().code];

/** A candidate signed in by the sandbox, with a passkey. */
export async function withPasskey(app: TestApp) {
  const mobile = newMobile();
  const { accessToken: token } = await app.signIn(mobile, { name: "Asha Rao" });
  const device = new SoftwareAuthenticator(origin);
  const added = await addPasskey(app, token, device);
  return { mobile, token, device, passkeyId: read(added)["id"]! };
}

export async function addPasskey(app: TestApp, token: string, device: SoftwareAuthenticator): Promise<Response> {
  const options = read(await app.call("POST", `${profile}/passkeys/options`, { token, body: {} }));
  const body = { name: "My phone", response: device.create(options) };
  return app.call("POST", `${profile}/passkeys`, { token, body });
}

/** Signs in by one-time code, as far as the code leads. */
export async function signInByCode(app: TestApp, mobile: string): Promise<Response> {
  const sent = read(await app.call("POST", `${profile}/login`, { body: { mobile } }));
  const otp = await app.readCode(mobile);
  return app.call("PUT", `${profile}/otp/${sent["txnId"]}/verify`, { body: { otp } });
}
