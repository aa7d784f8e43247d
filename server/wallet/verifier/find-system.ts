import type { ConfigReader } from "#server/config/reader.ts";
import type { LoadedTransaction } from "../transactions/load.ts";

type Config = Pick<ConfigReader, "organisation">;

/** The system that verifies a verification now; undefined when people in the console do. */
export const findVerifierSystem = (config: Config, orgId: string, verificationName: string): string | undefined =>
  config.organisation(orgId)?.get("verification", verificationName)?.verifiedBy;

/** The submissions that people in the console verify; skipped verifications are excluded. */
export const listForConsole = ({ row, items }: Pick<LoadedTransaction, "row" | "items">, config: Config): string[] =>
  items
    .filter((item) => !item.markedAsSkip && findVerifierSystem(config, row.orgId, item.name) === undefined)
    .flatMap((item) => item.submissions.map(({ subType }) => subType));
