import { expect, test } from "vitest";
import { unconfiguredDirectory, unconfiguredEkyc } from "#server/ports/unconfigured.ts";
import { WalletError } from "#server/errors.ts";

test("refuses calls of a port without a driver, with a long Retry-After", async () => {
  const refusals = await Promise.all([
    unconfiguredEkyc
      .find("999941057058", { mobile: "+919876543210", displayName: "Asha" })
      .catch((error: unknown) => error),
    unconfiguredDirectory.findMailbox("gce", "referenceNumber", "GCE-100001").catch((error: unknown) => error),
  ]);
  for (const refusal of refusals) {
    expect(refusal).toBeInstanceOf(WalletError);
    expect(refusal).toMatchObject({
      kind: "unavailable",
      details: { reason: "not-configured", retryAfterSeconds: 3600 },
    });
  }
});
