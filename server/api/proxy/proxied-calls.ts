import { contracts } from "#engine/contract/contracts.ts";
import { protocolEndpoints } from "#engine/contract/protocol-endpoints.ts";
import type { EndpointContract } from "#engine/contract/parts/endpoint-contract.ts";
import { sandboxEndpoints } from "#engine/contract/sandbox.ts";
import { services as bases } from "#engine/contract/services.ts";

/** A call that is forwarded to the other wallet. */
export interface ProxiedCall {
  method: string;
  path: string;
  /** The response is a page with its own policy. */
  isPage: boolean;
  /** Pages of any origin may call it. The proxy answers preflight requests itself. */
  allowsAnyOrigin: boolean;
}

/** Pages beside the API, which run a payment provider's script. */
const pages = ["/payment-redirect", "/payment-redirect/:name.js"];

/** No page, and for our own pages only. */
const ownPagesOnly = { isPage: false, allowsAnyOrigin: false };

/**
 * Lists every forwarded call: the operations and endpoints of engine/contract, and the sandbox's routes in sandbox
 * mode.
 */
export function listProxiedCalls({ sandbox }: { sandbox: boolean }): ProxiedCall[] {
  return [
    ...Object.values(contracts).map(({ method, service, path }) => ({
      ...ownPagesOnly,
      method,
      path: bases[service] + path,
    })),
    ...Object.values<EndpointContract>(protocolEndpoints).map(
      ({ method, path, anyOrigin: allowsAnyOrigin = false }) => ({
        ...ownPagesOnly,
        method,
        path,
        allowsAnyOrigin,
      }),
    ),
    ...pages.map((path) => ({ ...ownPagesOnly, method: "GET", path, isPage: true })),
    ...(sandbox
      ? Object.values(sandboxEndpoints).map(({ method, path }) => ({ ...ownPagesOnly, method, path, isPage: true }))
      : []),
  ];
}
