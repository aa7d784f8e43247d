import { readFileSync } from "node:fs";
import { SettingsError } from "./settings-error.ts";

const suffix = "_FILE";
/** No secret is longer. A device or a log that was named by mistake is not read whole. */
const maxLength = 16 * 1024;

/**
 * The environment, in which `X_FILE` names a file with the value of X, as containers mount secrets. A file is read only
 * when its setting is read, so that foreign names such as `SSL_CERT_FILE` are left alone. Reading throws SettingsError.
 */
export function resolveSettingFiles(source: Record<string, string | undefined>): Record<string, string | undefined> {
  const resolved: Record<string, string | undefined> = { ...source };
  for (const [name, file] of Object.entries(source)) {
    if (!name.endsWith(suffix) || !file) continue;
    const variable = name.slice(0, -suffix.length);
    const value = source[variable];
    Object.defineProperty(resolved, variable, { enumerable: true, get: () => readSettingFile(variable, value, file) });
  }
  return resolved;
}

function readSettingFile(variable: string, value: string | undefined, file: string): string {
  if (value) throw new SettingsError(`${variable} is set, and so is ${variable}${suffix}: one of them.`);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code = "unreadable" } = error as NodeJS.ErrnoException;
    throw new SettingsError(`The file that ${variable}${suffix} names cannot be read (${code}).`, { cause: error });
  }
  if (text.length > maxLength) throw new SettingsError(`The file that ${variable}${suffix} names is too long.`);
  return text.trim();
}
