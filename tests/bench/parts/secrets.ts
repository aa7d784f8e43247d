import { randomBytes } from "node:crypto";

const names = ["TOKEN_SECRET", "OTP_SECRET", "SEAL_SECRET", "IDENTITY_SECRET", "CHAT_SECRET", "WEBHOOK_SECRET"];

/** The settings of secrets, drawn anew: what several servers of one installation share. */
export const drawSecrets = (): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, randomBytes(24).toString("hex")]));
