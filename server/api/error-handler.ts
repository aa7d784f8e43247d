import { isFormerPath } from "#engine/contract/former-paths.ts";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { FieldFailure } from "#engine/core/scope/shapes/failure.ts";
import { errors, fieldError, WalletError, type FieldError } from "#server/errors.ts";
import type { FindMessageTexts, MessageTexts } from "#server/messaging/texts/message-texts.ts";
import type { ConfigReader } from "#server/config/reader.ts";
import { describeError } from "#server/platform/log.ts";
import { findSqlState } from "#server/platform/store/database.ts";
import { findRequestMessages } from "./language.ts";

/** A failure lists at most this many fields. */
const maxFields = 50;

interface ErrorTexts {
  config: Pick<ConfigReader, "current">;
  findMessageTexts: FindMessageTexts;
}

/**
 * Adds the one error handler: every failure becomes `{code, message, reason, values?, requestId, fields?, data?}`
 * without stack, SQL or path.
 */
export function addErrorHandler(server: FastifyInstance, errorTexts: ErrorTexts): void {
  server.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = toWalletError(error);
    if (failure.status >= 500) request.log.error(describeError(failure.cause ?? error), "failed");
    return sendFailure(failure, request, reply, errorTexts);
  });
  server.setNotFoundHandler((request, reply) => {
    const name = isFormerPath(request.url.split("?")[0]!) ? "pageOutdated" : "notFound";
    return sendFailure(new WalletError(name), request, reply, errorTexts);
  });
}

/** Sends a failure in the request's language, for hooks and streams that cannot throw. */
export function sendFailure(
  failure: WalletError,
  request: FastifyRequest,
  reply: FastifyReply,
  errorTexts: ErrorTexts,
): FastifyReply {
  const {
    fields,
    data,
    retryAfterSeconds,
    refusal,
    reason = errors[failure.kind].messageKey,
    ...text
  } = failure.details;
  const waitSeconds = retryAfterSeconds ?? (failure.status === 503 ? 5 : undefined);
  request.failure = { code: failure.code, kind: failure.kind, ...(refusal && { refusal }) };
  if (waitSeconds !== undefined) void reply.header("retry-after", String(waitSeconds));
  const messages = findRequestMessages(request, errorTexts);
  return reply
    .code(failure.status)
    .type("application/json; charset=utf-8")
    .header("content-language", messages.language)
    .send({
      code: failure.code,
      reason,
      ...messages.formatRefusal({ ...text, reason }),
      requestId: request.id,
      ...(fields && { fields: fields.map((field) => toFieldFailure(field, messages)) }),
      ...(data !== undefined && { data }),
    });
}

/** Formats a field error: by the form's own message, or by its reason. */
function toFieldFailure({ pointer, keyword, message, ...text }: FieldError, messages: MessageTexts): FieldFailure {
  const { reason = errors.badRequest.messageKey } = text;
  if (message !== undefined) return { pointer, keyword, message };
  return { pointer, keyword, reason, ...messages.formatRefusal({ ...text, reason }) };
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
  if (params.missingProperty !== undefined) return fieldError(pointer, fault.keyword, "value-required");
  if (params.additionalProperty !== undefined) return fieldError(pointer, fault.keyword, "value-unknown");
  return fieldError(pointer, fault.keyword, "value-not-accepted");
}

/** Returns whether SQLSTATE or a socket or disk error means that something is down, full or overloaded. */
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
