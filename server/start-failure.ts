import { InvalidDefinitions } from "./config/reader.ts";
import { MissingKeys } from "./platform/keys/missing-keys.ts";
import { SettingsError } from "./platform/settings-error.ts";
import { DataDirectoryInUse } from "./platform/store/lock.ts";

/** Error codes of a port that is in use or not permitted. */
const portErrors: ReadonlySet<string> = new Set(["EADDRINUSE", "EACCES"]);

/** Errors whose message is for an operator. */
const explained = [SettingsError, DataDirectoryInUse, InvalidDefinitions, MissingKeys];

/** The reason why the server does not start: a sentence that an operator can act on, or the stack. */
export function describeStartFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (explained.some((Kind) => error instanceof Kind)) return error.message;
  const { code = "", port = 0 } = error as NodeJS.ErrnoException & { port?: number };
  // Files and Unix sockets have no port, or -1.
  if (portErrors.has(code) && port > 0) return `${error.message}. Set PORT or HOST to another one.`;
  return error.stack ?? error.message;
}
