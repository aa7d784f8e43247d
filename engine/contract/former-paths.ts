import { services } from "./services.ts";

/**
 * Paths of earlier versions, without a present operation. A page that an earlier version has served may still call them:
 * the server tells it to reload.
 */
const formerPaths: readonly RegExp[] = [
  new RegExp(`^${services.webWallet}/credentials/(?:links(?:/|$)|shown/)`),
  new RegExp(
    `^${services.verificationWebWallet}/transactions/(?:[^/]+/credentials$|credentials$|credential-requests(?:/|$))`,
  ),
];

/** Returns whether an earlier version had this path, without its query. */
export const isFormerPath = (path: string): boolean => formerPaths.some((former) => former.test(path));
