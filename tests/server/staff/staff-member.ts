import type { Response } from "light-my-request";
import { SoftwareAuthenticator } from "../../support/software-authenticator.ts";
import { invite } from "#server/staff/members.ts";
import type { TestApp } from "../app.ts";

export const consoleApi = "/console/api/1.0";
export const origin = "http://localhost:3000";
let count = 0;

export const read = <T = Record<string, string>>(answer: Response): T => answer.json<{ data: T }>().data;
export const codeOf = (answer: Response): [number, number] => [answer.statusCode, answer.json().code];
export const reasonOf = (answer: Response): string | undefined => answer.json().reason;

/** A browser of the console: it sends its origin and keeps the session cookie. */
export class ConsoleBrowser {
  cookie: string | undefined;
  device = new SoftwareAuthenticator(origin);
  readonly #app: TestApp;

  constructor(app: TestApp) {
    this.#app = app;
  }

  async call(
    method: "GET" | "POST" | "DELETE",
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const sent = { origin, ...(this.cookie && { cookie: this.cookie }), ...headers };
    const wanted = method === "POST" ? { body: body ?? {} } : {};
    const answer = await this.#app.call(method, consoleApi + path, { headers: sent, ...wanted });
    const set = answer.headers["set-cookie"];
    if (typeof set === "string") this.cookie = set.includes("Max-Age=0") ? undefined : set.split(";")[0];
    return answer;
  }

  async accept(token: string, displayName = "Vera"): Promise<Response> {
    const prepared = await this.call("POST", "/staff/invitations/options", { token });
    if (prepared.statusCode !== 200) return prepared;
    const response = this.device.create(read<{ options: object }>(prepared).options);
    return this.call("POST", "/staff/invitations/accept", { token, displayName, response });
  }

  async signIn(): Promise<Response> {
    const options = read<object>(await this.call("POST", "/staff/sign-ins/options"));
    return this.call("POST", "/staff/sign-ins", { response: this.device.use(options) });
  }

  async prove(): Promise<Response> {
    const options = read<object>(await this.call("POST", "/staff/proofs/options"));
    return this.call("POST", "/staff/proofs", { response: this.device.use(options) });
  }
}

/** A signed-in member of staff with a passkey, invited as by the command line. */
export async function hire(
  app: TestApp,
  role: string,
  orgId = "gce",
): Promise<{ browser: ConsoleBrowser; id: string; email: string }> {
  const email = `${role}-${(count += 1)}@example.org`;
  const { token, staffId } = await invite(app.services.db, { email, orgId, role }, null);
  const browser = new ConsoleBrowser(app);
  const accepted = await browser.accept(token!, `${role} ${count}`);
  if (accepted.statusCode !== 200) throw new Error(accepted.body);
  return { browser, id: staffId, email };
}
