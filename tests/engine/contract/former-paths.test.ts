import { describe, expect, it } from "vitest";
import { contracts, getContract } from "#engine/contract/contracts.ts";
import { isFormerPath } from "#engine/contract/former-paths.ts";
import type { OperationId } from "#engine/contract/operations.ts";
import { services } from "#engine/contract/services.ts";

describe("isFormerPath", () => {
  it.each([
    "/web-wallet/api/1.0/credentials/links",
    "/web-wallet/api/1.0/credentials/links/take-back/abc",
    "/web-wallet/api/1.0/credentials/shown/abc",
    "/verification/web-wallet/api/1.0/transactions/bgv-degree/credentials",
    "/verification/web-wallet/api/1.0/transactions/credential-requests/abc",
  ])("accepts %s", (path) => expect(isFormerPath(path)).toBe(true));

  it("rejects the path of every present operation", () => {
    for (const id of Object.keys(contracts) as OperationId[]) {
      const { service, path } = getContract(id);
      expect(isFormerPath(services[service] + path.replaceAll(/:[a-zA-Z]+/g, "abc")), id).toBe(false);
    }
  });
});
