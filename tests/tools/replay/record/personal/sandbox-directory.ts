import { createSandboxDirectory } from "#server/ports/directory-sandbox.ts";
import { Outages } from "#server/ports/outages.ts";

/** The sandbox's directory of reference numbers and their mailboxes, without outages. */
export const sandboxDirectory = createSandboxDirectory(new Outages());
