import { SettingsError } from "./settings-error.ts";
import { listRequired, settingGroups } from "./settings-schema.ts";

export type SecretName = keyof typeof settingGroups.Secrets;
/** Outside the sandbox secrets come from the environment alone, never from the database that they protect. */
export const secretNames = Object.keys(settingGroups.Secrets) as SecretName[];

/** Key rotation: the first secret of a list signs and seals, each of the list still verifies and opens. */
export type SecretLists = Partial<Record<SecretName, readonly string[]>>;

const minLength = 32;

/** Splits lists at commas and line ends. Throws SettingsError with the names of missing and short secrets. */
export function readSecrets(env: Partial<Record<SecretName, string>>, areRequired: boolean): SecretLists {
  const lists: SecretLists = {};
  for (const name of secretNames) {
    const list = (env[name] ?? "").split(/[,\r\n]/).flatMap((secret) => secret.trim() || []);
    if (list.some((secret) => secret.length < minLength))
      throw new SettingsError(`${name} must be ${minLength} characters or more, each of its list.`);
    if (list.length > 0) lists[name] = list;
  }
  const missing = areRequired ? listRequired("Secrets").filter((name) => !lists[name]) : [];
  if (missing.length > 0)
    throw new SettingsError(
      `Without sandbox mode these must be set, here or as a file (${missing[0]}_FILE), ${minLength} characters or more each: ${missing.join(", ")}.`,
    );
  return lists;
}
