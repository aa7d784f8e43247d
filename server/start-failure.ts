import { BadDocuments } from "./config/reader.ts";
import { SettingsError } from "./platform/settings-error.ts";
import { DataDirectoryInUse } from "./platform/store/lock.ts";

/** What the system says of a port that is taken, or is not for everybody. */
const ofPort: ReadonlySet<string> = new Set(["EADDRINUSE", "EACCES"]);

/** Why the server does not start: what an operator can act on in a sentence, anything else with its stack. */
export function toReason(error: unknown): string {
  if (error instanceof SettingsError || error instanceof DataDirectoryInUse || error instanceof BadDocuments)
    return error.message;
  if (!(error instanceof Error)) return String(error);
  const { code = "", port = 0 } = error as NodeJS.ErrnoException & { port?: number };
  // What is no port's, as a file or a socket in a folder, has none, or -1.
  if (ofPort.has(code) && port > 0) return `${error.message}. Set PORT or HOST to another one.`;
  return error.stack ?? error.message;
}
