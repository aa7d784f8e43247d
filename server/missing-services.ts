import { providers } from "./checkout/providers/index.ts";
import { listScopes } from "./console/systems/system-cases.ts";
import type { Services } from "./services.ts";
import { unconfiguredDirectory, unconfiguredEkyc } from "./ports/unconfigured.ts";

/** Something that an installation works without. `GET /health` lists the names, the log of the start the advice. */
export interface MissingService {
  name: "scanner" | "fsync" | "provider" | "ekyc" | "directory" | "verifier";
  advice: string;
}

/** What an installation lacks. Sandbox drivers count as present. */
export function listMissingServices({
  ports,
  store,
  payments,
  config,
}: Pick<Services, "ports" | "store" | "payments" | "config">) {
  const missing: MissingService[] = [];
  const add = (name: MissingService["name"], advice: string) => missing.push({ name, advice });
  if (!ports.scanner) add("scanner", "nothing scans files for viruses: set CLAMD_URL");
  if (store.kind === "embedded")
    add("fsync", "the embedded database calls no fsync, so a power cut may lose what it answered: set DATABASE_URL");
  if (!Object.keys(providers).some((name) => payments.find(name)))
    add("provider", "candidates cannot pay: set the credentials of a payment provider");
  if (ports.ekyc === unconfiguredEkyc)
    add("ekyc", "candidates cannot prove who they are: add a driver for the port `ekyc`");
  if (ports.directory === unconfiguredDirectory)
    add("directory", "institution mailboxes are not found: add a driver for the port `directory`");
  const systems = new Set(listScopes({ config }).map(({ system }) => system));
  const unknown = [...systems].filter((system) => !ports.verifiers(system));
  if (unknown.length > 0) add("verifier", `submissions for ${unknown.join(", ")} wait: add the address to VERIFIERS`);
  return missing;
}
