import { randomBytes } from "node:crypto";
import { secretNames } from "#server/platform/secret-lists.ts";

/** The settings of secrets, drawn anew: what several servers of one installation share. */
export const drawSecrets = (): Record<string, string> =>
  Object.fromEntries(secretNames.map((name) => [name, randomBytes(24).toString("hex")]));
