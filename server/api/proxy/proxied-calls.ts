import { contracts, getContract } from "#engine/contract/contracts.ts";
import type { OperationId } from "#engine/contract/operations.ts";
import { protocolEndpoints } from "#engine/contract/protocol-endpoints.ts";
import type { EndpointContract } from "#engine/contract/parts/endpoint-contract.ts";
import { sandboxEndpoints } from "#engine/contract/sandbox.ts";
import { services as bases } from "#engine/contract/services.ts";

/** A call that is forwarded to the other wallet. */
export interface ProxiedCall {
  method: string;
  path: string;
  /** Names of the query parameters that pass. */
  query: readonly string[];
  /** The response is a page with its own policy. */
  isPage: boolean;
  /** Pages of any origin may call it. The proxy answers preflight requests itself. */
  allowsAnyOrigin: boolean;
}

/** Pages beside the API, which run a payment provider's script. */
const pages: readonly Pick<ProxiedCall, "path" | "query">[] = [
  { path: "/payment-redirect", query: ["sdkProvider", "paymentSessionId", "environment"] },
  { path: "/payment-redirect/:name.js", query: [] },
];
const namesOf = (query: EndpointContract["query"]): string[] => Object.keys(query?.properties ?? {});

/** No page, and for our own pages only. */
const ownPagesOnly = { isPage: false, allowsAnyOrigin: false };

/**
 * Lists every forwarded call: the operations and endpoints of engine/contract, and the sandbox's routes in sandbox
 * mode.
 */
export function listProxiedCalls({ sandbox }: { sandbox: boolean }): ProxiedCall[] {
  return [
    ...(Object.keys(contracts) as OperationId[]).map(getContract).map(({ method, service, path, query }) => ({
      ...ownPagesOnly,
      method,
      path: bases[service] + path,
      query: namesOf(query),
    })),
    ...Object.values<EndpointContract>(protocolEndpoints).map(
      ({ method, path, query, anyOrigin: allowsAnyOrigin = false }) => ({
        ...ownPagesOnly,
        method,
        path,
        query: namesOf(query),
        allowsAnyOrigin,
      }),
    ),
    ...pages.map((page) => ({ ...ownPagesOnly, ...page, method: "GET", isPage: true })),
    ...(sandbox
      ? Object.values<EndpointContract>(sandboxEndpoints).map(({ method, path, query }) => ({
          ...ownPagesOnly,
          method,
          path,
          query: namesOf(query),
          isPage: true,
        }))
      : []),
  ];
}
