import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { Bundle } from "#server/ports/delivery.ts";

/** A small report as a bundle, for tests of drivers. */
export function makeBundle(more: Partial<Bundle> = {}): Bundle {
  const bytes = Buffer.from('{"format":"sanad-report/1"}\n');
  return {
    id: "delivery-1",
    kind: "report",
    round: 1,
    provider: "gce",
    about: {
      txnId: "t1",
      orgId: "gce",
      formId: "education",
      holder: "Asha Verma",
      references: { referenceNumber: "GCE-1" },
    },
    files: [
      {
        name: "report.json",
        contentType: "application/json",
        sizeBytes: bytes.length,
        sha256: createHash("sha256").update(bytes).digest("hex"),
        url: "https://wallet.example/deliveries/files/x/report.json",
        open: async () => Readable.from([bytes]),
      },
    ],
    writeLetters: async () => ({
      link: { subject: "Report", text: "https://wallet.example/deliveries/open/x" },
      code: { subject: "Code", text: "12345678" },
    }),
    ...more,
  };
}
