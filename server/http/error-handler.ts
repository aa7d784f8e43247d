import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { WalletError, type FieldError } from "../errors.ts";
import { describeError } from "../log.ts";
import { findSqlState } from "../store/database.ts";

/** A request with thousands of faults gets the first of them. */
const maxFields = 50;

/** The one error handler: every failure becomes `{code, message, requestId, fields?, data?}` without stack, SQL or path. */
export function addErrorHandling(server: FastifyInstance): void {
  server.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = toWalletError(error);
    if (failure.status >= 500) request.log.error(describeError(failure.cause ?? error), "failed");
    return sendFailure(failure, request, reply);
  });
  server.setNotFoundHandler((request, reply) => sendFailure(new WalletError("notFound"), request, reply));
}

/** Answers with a failure; for hooks and streams that cannot throw. */
export function sendFailure(failure: WalletError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { fields, data, retryAfterSeconds } = failure.details;
  const waitSeconds = retryAfterSeconds ?? (failure.status === 503 ? 5 : undefined);
  request.failure = { code: failure.code, kind: failure.kind };
  if (waitSeconds !== undefined) void reply.header("retry-after", String(waitSeconds));
  return reply.code(failure.status).type("application/json; charset=utf-8").send({
    code: failure.code,
    message: failure.message,
    requestId: request.id,
    ...(fields && { fields }),
    ...(data !== undefined && { data }),
  });
}

function toWalletError(error: FastifyError): WalletError {
  if (error instanceof WalletError) return error;
  if (error.validation) return new WalletError("badRequest", { fields: error.validation.slice(0, maxFields).map(toField) });
  if (error.statusCode === 413) return new WalletError("bodyTooLarge");
  if (error.statusCode === 415) return new WalletError("unsupportedBody");
  if (error.statusCode === 503 || isUnavailable(error)) return new WalletError("unavailable", { cause: error });
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) return new WalletError("badRequest", { cause: error });
  return new WalletError("unexpected", { cause: error });
}

function toField(fault: NonNullable<FastifyError["validation"]>[number]): FieldError {
  const params = fault.params as { missingProperty?: string; additionalProperty?: string };
  const key = params.missingProperty ?? params.additionalProperty;
  const pointer = key === undefined ? fault.instancePath : `${fault.instancePath}/${key.replace(/~/g, "~0").replace(/\//g, "~1")}`;
  return { pointer, keyword: fault.keyword, message: fault.message ?? "is not accepted" };
}

/** SQLSTATE classes and socket errors that say the database is away, full or too busy, not that we asked wrongly. */
function isUnavailable(error: Error): boolean {
  const state = findSqlState(error);
  if (state !== undefined && /^(08|53|57P|ECONN|ENOENT|EPIPE|ETIMEDOUT|55P03|57014|40001|40P01)/.test(state)) return true;
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (/connection timeout|timeout exceeded when trying to connect|Connection terminated|terminating connection/i.test(at.message)) return true;
  }
  return false;
}
