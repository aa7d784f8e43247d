import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { FieldFailure } from "#engine/api/failure.ts";
import { errors, refusedField, WalletError, type FieldError } from "#server/errors.ts";
import type { FindWords, Words } from "#server/messaging/words/words.ts";
import type { ConfigReader } from "#server/config/reader.ts";
import { describeError } from "#server/platform/log.ts";
import { findSqlState } from "#server/platform/store/database.ts";
import { toWords } from "./language.ts";

/** A request with thousands of faults gets the first of them. */
const maxFields = 50;

interface Speakers {
  config: Pick<ConfigReader, "current">;
  findWords: FindWords;
}

/** The one error handler: every failure becomes `{code, message, reason, values?, requestId, fields?, data?}` without stack, SQL or path. */
export function addErrorHandling(server: FastifyInstance, speakers: Speakers): void {
  server.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = toWalletError(error);
    if (failure.status >= 500) request.log.error(describeError(failure.cause ?? error), "failed");
    return sendFailure(failure, request, reply, speakers);
  });
  server.setNotFoundHandler((request, reply) => sendFailure(new WalletError("notFound"), request, reply, speakers));
}

/** Answers with a failure in the words of the request's language; for hooks and streams that cannot throw. */
export function sendFailure(
  failure: WalletError,
  request: FastifyRequest,
  reply: FastifyReply,
  speakers: Speakers,
): FastifyReply {
  const { fields, data, retryAfterSeconds, reason = errors[failure.kind].says, ...said } = failure.details;
  const waitSeconds = retryAfterSeconds ?? (failure.status === 503 ? 5 : undefined);
  request.failure = { code: failure.code, kind: failure.kind };
  if (waitSeconds !== undefined) void reply.header("retry-after", String(waitSeconds));
  const words = toWords(request, speakers);
  return reply
    .code(failure.status)
    .type("application/json; charset=utf-8")
    .header("content-language", words.language)
    .send({
      code: failure.code,
      reason,
      ...words.refusal({ ...said, reason }),
      requestId: request.id,
      ...(fields && { fields: fields.map((field) => toFieldFailure(field, words)) }),
      ...(data !== undefined && { data }),
    });
}

/** A refused value as it leaves: worded by the form already, or by its reason. */
export function toFieldFailure({ pointer, keyword, message, ...said }: FieldError, words: Words): FieldFailure {
  const { reason = errors.badRequest.says } = said;
  if (message !== undefined) return { pointer, keyword, message };
  return { pointer, keyword, reason, ...words.refusal({ ...said, reason }) };
}

function toWalletError(error: FastifyError): WalletError {
  if (error instanceof WalletError) return error;
  if (error.validation)
    return new WalletError("badRequest", { fields: error.validation.slice(0, maxFields).map(toField) });
  if (error.statusCode === 413) return new WalletError("bodyTooLarge");
  if (error.statusCode === 415) return new WalletError("unsupportedBody");
  if (error.statusCode === 503 || isUnavailable(error)) return new WalletError("unavailable", { cause: error });
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new WalletError("badRequest", { cause: error });
  return new WalletError("unexpected", { cause: error });
}

function toField(fault: NonNullable<FastifyError["validation"]>[number]): FieldError {
  const params = fault.params as { missingProperty?: string; additionalProperty?: string };
  const key = params.missingProperty ?? params.additionalProperty;
  const pointer =
    key === undefined ? fault.instancePath : `${fault.instancePath}/${key.replace(/~/g, "~0").replace(/\//g, "~1")}`;
  if (params.missingProperty !== undefined) return refusedField(pointer, fault.keyword, "value-missing");
  if (params.additionalProperty !== undefined) return refusedField(pointer, fault.keyword, "value-unknown");
  return refusedField(pointer, fault.keyword, "value-not-accepted");
}

/** SQLSTATE classes and errors of sockets and disks that say something is away, full or too busy, not that we asked wrongly. */
function isUnavailable(error: Error): boolean {
  const state = findSqlState(error);
  if (
    state !== undefined &&
    /^(08|53|57P|ECONN|ENOENT|ENOSPC|EDQUOT|EPIPE|ETIMEDOUT|55P03|57014|40001|40P01)/.test(state)
  )
    return true;
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (
      /connection timeout|timeout exceeded when trying to connect|Connection terminated|terminating connection/i.test(
        at.message,
      )
    )
      return true;
  }
  return false;
}
