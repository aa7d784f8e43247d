import Type from "typebox";
import { SettingsError } from "./settings-error.ts";

/** Names of the secrets. Outside the sandbox they come from the environment alone, never from the database whose data they protect. */
export const secretNames = [
  "TOKEN_SECRET",
  "OTP_SECRET",
  "SEAL_SECRET",
  "IDENTITY_SECRET",
  "CHAT_SECRET",
  "PAYMENT_SECRET",
  "WEBHOOK_SECRET",
] as const;
export type SecretName = (typeof secretNames)[number];

/** The newest first: with it things are made, with the others what was made before is still known. */
export type SecretLists = Partial<Record<SecretName, readonly string[]>>;

/** With it the sandbox's own payment pages sign; outside there are none. */
const sandboxOnly: SecretName = "PAYMENT_SECRET";
const shortest = 32;

const Variable = Type.Optional(Type.String({ maxLength: 8000 }));
export const secretVariables = Object.fromEntries(secretNames.map((name) => [name, Variable])) as Record<
  SecretName,
  typeof Variable
>;

/** Lists are parted by commas or ends of lines. Throws SettingsError with the names of what is missing or too short. */
export function readSecrets(env: Partial<Record<SecretName, string>>, areRequired: boolean): SecretLists {
  const lists: SecretLists = {};
  for (const name of secretNames) {
    const list = (env[name] ?? "").split(/[,\r\n]/).flatMap((secret) => secret.trim() || []);
    if (list.some((secret) => secret.length < shortest))
      throw new SettingsError(`${name} must be ${shortest} characters or more, each of its list.`);
    if (list.length > 0) lists[name] = list;
  }
  const missing = secretNames.filter((name) => areRequired && !lists[name] && name !== sandboxOnly);
  if (missing.length > 0)
    throw new SettingsError(
      `Without sandbox mode these must be set, here or as a file (${missing[0]}_FILE), ${shortest} characters or more each: ${missing.join(", ")}.`,
    );
  return lists;
}
