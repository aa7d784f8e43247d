import { expect, test } from "vitest";
import { absentDirectory, absentEkyc } from "#server/ports/absent.ts";
import { WalletError } from "#server/errors.ts";

test("what an installation has not brought is refused, and not as something to try again in a moment", async () => {
  const refusals = await Promise.all([
    absentEkyc.find("999941057058", { mobile: "+919876543210", displayName: "Asha" }).catch((error: unknown) => error),
    absentDirectory.findMailbox("gce", "referenceNumber", "GCE-100001").catch((error: unknown) => error),
  ]);
  for (const refusal of refusals) {
    expect(refusal).toBeInstanceOf(WalletError);
    expect(refusal).toMatchObject({ kind: "unavailable", details: { reason: "not-set-up", retryAfterSeconds: 3600 } });
  }
});
