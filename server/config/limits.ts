import type { Limits } from "#engine/documents/catalogues.ts";
import type { ConfigReader } from "./reader.ts";

/** What the documents say of times and files, as the default variant has it; undefined without documents. */
export function findLimits(config: Pick<ConfigReader, "current">): Limits | undefined {
  const { organisations, defaultOrgId } = config.current();
  return organisations.get(defaultOrgId)?.get("limits", "limits")?.limits;
}
