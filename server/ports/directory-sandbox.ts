import type { DirectoryPort } from "./directory.ts";
import type { Outages } from "./outages.ts";

/** `GCE-100001` to `GCE-100050` for the organisation `gce`, and alike for any other. */
const referenceNumbers = /^([A-Z0-9]+)-1000(0[1-9]|[1-4][0-9]|50)$/;

/** Knows fifty reference numbers of each organisation. The mailbox is named after the number. */
export const createSandboxDirectory = (outages: Outages): DirectoryPort => ({
  findMailbox: async (orgId, _fieldName, value) => {
    outages.assertUp("directory");
    const number = value.trim().toUpperCase();
    const [, prefix] = referenceNumbers.exec(number) ?? [];
    return prefix === orgId.toUpperCase() ? `${number.toLowerCase()}@mailbox.example` : undefined;
  },
});
