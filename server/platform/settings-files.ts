import { readFileSync } from "node:fs";
import { SettingsError } from "./settings-error.ts";

const ending = "_FILE";
/** Nobody's secret is longer; a device or a log named by mistake is not read whole. */
const maxLength = 16 * 1024;

/**
 * The environment, in which `X_FILE` names the file that says X, as containers mount secrets. A file is read when its
 * variable is asked for, so that names which are somebody else's (`SSL_CERT_FILE`) are left alone. Throws SettingsError
 * with the variable's name, then.
 */
export function withFiles(source: Record<string, string | undefined>): Record<string, string | undefined> {
  const read: Record<string, string | undefined> = { ...source };
  for (const [name, file] of Object.entries(source)) {
    if (!name.endsWith(ending) || !file) continue;
    const variable = name.slice(0, -ending.length);
    const given = source[variable];
    Object.defineProperty(read, variable, { enumerable: true, get: () => readOne(variable, given, file) });
  }
  return read;
}

function readOne(variable: string, given: string | undefined, file: string): string {
  if (given) throw new SettingsError(`${variable} is set, and so is ${variable}${ending}: one of them.`);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code = "unreadable" } = error as NodeJS.ErrnoException;
    throw new SettingsError(`The file that ${variable}${ending} names cannot be read (${code}).`, { cause: error });
  }
  if (text.length > maxLength) throw new SettingsError(`The file that ${variable}${ending} names is too long.`);
  return text.trim();
}
