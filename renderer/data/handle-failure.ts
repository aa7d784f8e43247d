import { resolveText } from "#engine/core/definitions/text.ts";
import { recordError } from "#renderer/session/page-errors.ts";
import { MissingCodeError } from "#renderer/session/code-loading.ts";
import type { Interruption } from "#renderer/session/interruption.ts";
import { SessionEndedError } from "#renderer/session/session-signal.ts";
import { endSession } from "#renderer/session/session.ts";
import { showSnackbar } from "#renderer/session/snackbars.ts";
import type { ConfigClient } from "./config-client.ts";
import { Failure } from "./failure.ts";

/** Handles a failure as catalogues/failures defines: a snackbar, silence, the end of the session. Calls ask. */
export function handleFailure(error: unknown, config: ConfigClient): void {
  if (error instanceof SessionEndedError) return; // the end of the session has its own message
  if (!(error instanceof Failure)) {
    console.error(error);
    recordError(error);
    showSnackbar(config.uiText(error instanceof MissingCodeError ? "load.failed" : "failure.unexpected"), "error");
  } else if (endsSession(error, config)) endSession("expired", error);
  else if (findRow(error, config).handle === "snackbar" && !isSilent(error, config)) showFailure(error, config);
}

/** Returns whether this failure ends the session. */
export const endsSession = (error: Error, config: ConfigClient): boolean =>
  error instanceof Failure && findRow(error, config).handle === "logout";

/** Shows the catalogue's text for a failure, else the server's message. */
export function showFailure(failure: Failure, config: ConfigClient): void {
  const { code, status, message } = failure;
  const { text } = findRow(failure, config);
  const shownText =
    text && resolveText(text, { roots: { failure: { code, status, message } }, rules: {} }, config.translate);
  showSnackbar(shownText || message || config.uiText("failure.unexpected"), "error");
}

/** The question that catalogues/failures asks before a refused call is repeated; undefined for other failures. */
export function findQuestion(failure: Failure, config: ConfigClient): Interruption | undefined {
  const { handle, screen } = findRow(failure, config);
  if (handle !== "ask" || screen === undefined || !config.manifest.documents[`bundle/screen.${screen}`])
    return undefined;
  const { data } = failure;
  return { screen, state: typeof data === "object" && data !== null ? { ...data } : {} };
}

const getFailures = (config: ConfigClient) => config.get("failures", "failures");

const isSilent = ({ operation }: Failure, config: ConfigClient): boolean =>
  getFailures(config).silent.includes(operation);

function findRow({ code, status, operation }: Failure, config: ConfigClient) {
  const { codes, statuses, offline, otherwise } = getFailures(config);
  const row = codes[String(code)] ?? statuses[String(status)] ?? (status === 0 ? offline : otherwise);
  return row.except?.includes(operation) ? otherwise : row;
}
