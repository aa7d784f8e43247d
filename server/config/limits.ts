import type { Limits } from "#engine/core/definitions/catalogues.ts";
import type { ConfigReader } from "./reader.ts";

/** Time and file limits of the default organisation; undefined without definitions. */
export function findLimits(config: Pick<ConfigReader, "current">): Limits | undefined {
  const { organisations, defaultOrgId } = config.current();
  return organisations.get(defaultOrgId)?.get("limits", "limits")?.limits;
}
