import type { ConfigReader } from "#server/config/reader.ts";

/** A release without documents: enough for sessions, profiles and limits. */
export const emptyConfig = {
  current: () => ({ id: "empty", organisations: new Map(), defaultOrgId: "none" }),
  organisation: () => undefined,
  isLastGood: () => false,
} as unknown as ConfigReader;
