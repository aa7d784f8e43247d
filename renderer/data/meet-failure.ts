import { resolveText } from "#engine/documents/text.ts";
import { noteFault } from "#renderer/session/faults.ts";
import { endSession } from "#renderer/session/session.ts";
import { say } from "#renderer/session/snackbars.ts";
import type { ConfigClient } from "./config-client.ts";
import { Failure } from "./failure.ts";

/** The one place that decides how a candidate meets a failure: snackbar, silence or logout, as catalogues/failures says. */
export function meetFailure(error: unknown, config: ConfigClient): void {
  if (!(error instanceof Failure)) {
    console.error(error);
    noteFault(error);
    say(config.words("failure.unexpected"), "error");
    return;
  }
  const catalogue = config.get("failures", "failures");
  const row =
    catalogue.codes[String(error.code)] ??
    catalogue.statuses[String(error.status)] ??
    (error.status === 0 ? catalogue.offline : catalogue.otherwise);
  const excepted = row.except?.includes(error.operation) ?? false;
  const met = excepted ? catalogue.otherwise : row;
  const scope = { roots: { failure: { code: error.code, status: error.status, message: error.message } }, rules: {} };
  const text =
    (met.text ? resolveText(met.text, scope, config.translate) : "") ||
    error.message ||
    config.words("failure.unexpected");
  if (met.meet === "logout") {
    endSession();
    say(text, "error");
  } else if (met.meet === "snackbar" && !catalogue.silent.includes(error.operation)) say(text, "error");
}
