import { resolveText } from "#engine/documents/text.ts";
import { noteFault } from "#renderer/session/faults.ts";
import { MissingCode } from "#renderer/session/page-code.ts";
import { SessionOver } from "#renderer/session/lifetime.ts";
import { endSession } from "#renderer/session/session.ts";
import { say } from "#renderer/session/snackbars.ts";
import type { ConfigClient } from "./config-client.ts";
import { Failure } from "./failure.ts";

/** The one place that decides how a candidate meets a failure: snackbar, silence or the end of the session, as catalogues/failures says. */
export function meetFailure(error: unknown, config: ConfigClient): void {
  if (error instanceof SessionOver) return; // its end has been said
  if (!(error instanceof Failure)) {
    console.error(error);
    noteFault(error);
    say(config.words(error instanceof MissingCode ? "load.failed" : "failure.unexpected"), "error");
  } else if (endsSession(error, config)) endSession("expired", error);
  else if (findRow(error, config).meet === "snackbar" && !isSilent(error, config)) sayFailure(error, config);
}

/** Whether a session is over with this failure. */
export const endsSession = (error: Error, config: ConfigClient): boolean =>
  error instanceof Failure && findRow(error, config).meet === "logout";

/** Says a failure in its own words: the catalogue's, else the server's. */
export function sayFailure(failure: Failure, config: ConfigClient): void {
  const { code, status, message } = failure;
  const { text } = findRow(failure, config);
  const words =
    text && resolveText(text, { roots: { failure: { code, status, message } }, rules: {} }, config.translate);
  say(words || message || config.words("failure.unexpected"), "error");
}

const getFailures = (config: ConfigClient) => config.get("failures", "failures");

const isSilent = ({ operation }: Failure, config: ConfigClient): boolean =>
  getFailures(config).silent.includes(operation);

function findRow({ code, status, operation }: Failure, config: ConfigClient) {
  const { codes, statuses, offline, otherwise } = getFailures(config);
  const row = codes[String(code)] ?? statuses[String(status)] ?? (status === 0 ? offline : otherwise);
  return row.except?.includes(operation) ? otherwise : row;
}
