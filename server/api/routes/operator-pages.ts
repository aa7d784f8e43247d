import type { FastifyInstance } from "fastify";
import { WalletError } from "#server/errors.ts";
import type { Settings } from "#server/platform/settings.ts";
import { createOperatorCheck } from "./metrics.ts";

/** The description of the API and the state of the definitions: of use to operators, and to an attacker. */
const operatorPages: ReadonlySet<string> = new Set(["/docs", "/openapi.json", "/config/status"]);

/** Hides operator pages (404) from everybody who may not read metrics, when OPERATOR_PAGES is closed. */
export function closeOperatorPages(
  server: FastifyInstance,
  { operatorPages: who, metrics }: Pick<Settings, "operatorPages" | "metrics">,
): void {
  if (who === "open") return;
  const isOperator = createOperatorCheck(metrics ?? { from: [] });
  server.addHook("onRequest", (request, _reply, done) => {
    const isHidden = operatorPages.has(request.routeOptions.url ?? "") && !isOperator(request);
    done(isHidden ? new WalletError("notFound") : undefined);
  });
}
