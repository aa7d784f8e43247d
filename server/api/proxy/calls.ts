import { contracts } from "#engine/api/contracts.ts";
import { outsideCalls } from "#engine/api/outside.ts";
import { sandboxCalls } from "#engine/api/sandbox.ts";
import { services as bases } from "#engine/api/services.ts";

/** One call that goes on to the other wallet; `page` where its answer is a page, whose own policy counts. */
export interface PassedCall {
  method: string;
  path: string;
  page: boolean;
}

/** Pages that stand beside the API: where a payment provider's script runs. */
const pages = ["/payment-redirect", "/payment-redirect/:name.js"];

/** The closed list of what goes on: what engine/api says of the wallet, and in sandbox mode its desk. */
export function listPassedCalls({ sandbox }: { sandbox: boolean }): PassedCall[] {
  return [
    ...Object.values(contracts).map(({ method, service, path }) => ({
      method,
      path: bases[service] + path,
      page: false,
    })),
    ...Object.values(outsideCalls).map(({ method, path }) => ({ method, path, page: false })),
    ...pages.map((path) => ({ method: "GET", path, page: true })),
    ...(sandbox ? Object.values(sandboxCalls).map(({ method, path }) => ({ method, path, page: true })) : []),
  ];
}
