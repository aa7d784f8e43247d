import type { AddressInfo } from "node:net";
import { buildProxyApp, type ProxyAppOptions } from "#server/proxy-app.ts";
import type { TestApp } from "./app.ts";

/** A proxy in front of a wallet, with the test helpers of that wallet. */
export interface ProxyTestApp extends TestApp {
  /** Closes the proxy alone. */
  closeProxy(): Promise<void>;
}

/** Starts a proxy in front of a test's wallet, which starts to listen. Sandbox helpers use the wallet directly. */
export async function startProxy(
  behind: TestApp,
  options: Pick<ProxyAppOptions, "config"> & Partial<ProxyAppOptions>,
): Promise<ProxyTestApp> {
  return startProxyFor(behind, await listen(behind.server), options);
}

/** Starts a proxy in front of an address. */
export async function startProxyFor(
  behind: TestApp,
  walletApiUrl: string,
  options: Pick<ProxyAppOptions, "config"> & Partial<ProxyAppOptions>,
): Promise<ProxyTestApp> {
  const settings = { ...behind.settings, ...options.settings, walletApiUrl };
  const server = await buildProxyApp({ ...options, settings });
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
  return { ...behind, server, call, closeProxy: () => server.close() };
}

/** Listens on a free port and returns the address. */
export async function listen(server: TestApp["server"]): Promise<string> {
  if (!server.server.listening) await server.listen({ port: 0, host: "127.0.0.1" });
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}
