import type { AddressInfo } from "node:net";
import { buildFront, type FrontOptions } from "#server/front.ts";
import type { TestApp } from "./app.ts";

/** The service in front of a wallet, called as that wallet is. */
export interface FrontApp extends TestApp {
  /** Ends the front alone. */
  closeFront(): Promise<void>;
}

/** Puts the service in front of a test's wallet, which listens from then on. What the sandbox does is done behind it. */
export async function startFront(
  behind: TestApp,
  options: Pick<FrontOptions, "config"> & Partial<FrontOptions>,
): Promise<FrontApp> {
  return putBefore(behind, await listen(behind.server), options);
}

/** The same in front of an address. */
export async function putBefore(
  behind: TestApp,
  walletApiUrl: string,
  options: Pick<FrontOptions, "config"> & Partial<FrontOptions>,
): Promise<FrontApp> {
  const settings = { ...behind.settings, ...options.settings, walletApiUrl };
  const server = await buildFront({ ...options, settings });
  await server.ready();
  const call: TestApp["call"] = (method, url, { token, body, headers = {} } = {}) =>
    server.inject({
      method,
      url,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  return { ...behind, server, call, closeFront: () => server.close() };
}

/** Begins to listen on a free port. → the address */
export async function listen(server: TestApp["server"]): Promise<string> {
  if (!server.server.listening) await server.listen({ port: 0, host: "127.0.0.1" });
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}
