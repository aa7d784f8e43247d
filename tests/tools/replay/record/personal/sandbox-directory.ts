import { createSandboxDirectory } from "#server/ports/directory-sandbox.ts";
import { Outages } from "#server/ports/outages.ts";

/** The sandbox's register of reference numbers, which is never away here: which are given out, and where their codes go. */
export const sandboxDirectory = createSandboxDirectory(new Outages());
