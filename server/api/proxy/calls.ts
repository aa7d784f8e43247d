import { contracts } from "#engine/api/contracts.ts";
import { outsideCalls } from "#engine/api/outside.ts";
import type { OutsideCall } from "#engine/api/parts/outside-call.ts";
import { sandboxCalls } from "#engine/api/sandbox.ts";
import { services as bases } from "#engine/api/services.ts";

/** One call that goes on to the other wallet. */
export interface PassedCall {
  method: string;
  path: string;
  /** Its answer is a page, whose own policy counts. */
  page: boolean;
  /** Pages of every origin may make it: that is told here, and asked of nobody behind. */
  anyOrigin: boolean;
}

/** Pages that stand beside the API: where a payment provider's script runs. */
const pages = ["/payment-redirect", "/payment-redirect/:name.js"];

/** No page, and for our own pages alone. */
const ours = { page: false, anyOrigin: false };

/** The closed list of what goes on: what engine/api says of the wallet, and in sandbox mode its desk. */
export function listPassedCalls({ sandbox }: { sandbox: boolean }): PassedCall[] {
  return [
    ...Object.values(contracts).map(({ method, service, path }) => ({ ...ours, method, path: bases[service] + path })),
    ...Object.values<OutsideCall>(outsideCalls).map(({ method, path, anyOrigin = false }) => ({
      ...ours,
      method,
      path,
      anyOrigin,
    })),
    ...pages.map((path) => ({ ...ours, method: "GET", path, page: true })),
    ...(sandbox ? Object.values(sandboxCalls).map(({ method, path }) => ({ ...ours, method, path, page: true })) : []),
  ];
}
