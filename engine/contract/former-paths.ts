import { services } from "./services.ts";

/**
 * Paths that earlier versions had. A page that is still open from an earlier version may call them; the server answers
 * that the page must reload.
 */
const formerPaths: readonly RegExp[] = [
  new RegExp(`^${services.webWallet}/credentials/(?:links(?:/|$)|shown/)`),
  new RegExp(
    `^${services.verificationWebWallet}/transactions/(?:[^/]+/credentials$|credentials$|credential-requests(?:/|$))`,
  ),
];

/** Returns whether an earlier version had this path, without its query. */
export const isFormerPath = (path: string): boolean => formerPaths.some((former) => former.test(path));
