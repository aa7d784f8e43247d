import { randomBytes } from "node:crypto";
import { secretNames } from "#server/platform/secret-lists.ts";

/** Random secrets, which the servers of one installation share. */
export const drawSecrets = (): Record<string, string> =>
  Object.fromEntries(secretNames.map((name) => [name, randomBytes(24).toString("hex")]));
