import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import { getContract, type Body, type Contracts, type Data, type Params, type Query } from "#engine/api/contracts.ts";
import type { OperationId } from "#engine/api/operations.ts";
import { services as bases } from "#engine/api/services.ts";
import { closed } from "#engine/api/parts/shapes.ts";
import { checkAnswer } from "./answer-check.ts";
import type { Candidate } from "#server/accounts/sessions/candidate.ts";
import { authenticate, readBearer } from "./authenticate.ts";
import { WalletError } from "#server/errors.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { answerOnce } from "./idempotency.ts";
import type { Words } from "#server/messaging/words/words.ts";
import type { Services } from "#server/services.ts";
import { toWords } from "./language.ts";

/** What a client sent, checked against the contract. */
export interface Input<Id extends OperationId> {
  params: Params<Id>;
  query: Query<Id>;
  body: Body<Id>;
}

/** Around a call that needs no token. */
export interface PublicContext {
  services: Services;
  request: FastifyRequest;
  reply: FastifyReply;
  /** What is said in the answer, in the language of the request. */
  words: Words;
}

/** Around a call of a signed-in candidate. */
export interface RequestContext extends PublicContext {
  candidate: Candidate;
  sessionId: string;
}

/** Around the renewal of tokens: the bearer is the refresh token, not looked at yet. */
export interface RefreshContext extends PublicContext {
  refreshToken: string;
}

type ContextOf<Id extends OperationId> = Contracts[Id]["auth"] extends "user"
  ? RequestContext
  : Contracts[Id]["auth"] extends "refresh"
    ? RefreshContext
    : PublicContext;
/** An operation of other types than JSON answers bytes and sets its headers on `reply`; others answer what stands under `data`. */
type Answer<Id extends OperationId> = Contracts[Id] extends { contentTypes: unknown } ? Buffer | Readable : Data<Id>;

/** Does one operation. Throws WalletError. */
export type Handler<Id extends OperationId> = (input: Input<Id>, context: ContextOf<Id>) => Promise<Answer<Id>>;

/** Handlers by operation; `satisfies Handlers` types each over its contract. */
export type Handlers = { readonly [Id in OperationId]?: Handler<Id> };

type AnyHandler = (input: { params: unknown; query: unknown; body: unknown }, context: object) => Promise<unknown>;

const nothing = closed({});

/** Adds one route per handler: token, then contract, then Idempotency-Key, then the handler, then the envelope. */
export function registerOperations(app: FastifyInstance, handlers: Handlers, services: Services): void {
  for (const [name, handler] of Object.entries(handlers))
    registerOperation(app, name as OperationId, handler as AnyHandler, services);
}

function registerOperation(app: FastifyInstance, id: OperationId, handler: AnyHandler, services: Services): void {
  const contract = getContract(id);
  const hasBody = contract.method !== "GET" && !contract.form;
  const options: RouteShorthandOptions = {
    schema: {
      ...(contract.params && { params: contract.params }),
      querystring: contract.query ?? nothing,
      ...(hasBody && { body: contract.body ?? nothing }),
    },
    config: { operation: id },
  };
  app.route({
    ...options,
    method: contract.method,
    url: bases[contract.service] + contract.path,
    // Before the body is read: a call without a token is 401 whatever it carries.
    onRequest: async (request) => {
      const { watch } = services.store;
      if (contract.auth === "user") request.session = await watch.orUnavailable(() => authenticate(request, services));
      if (contract.auth !== "refresh") return;
      const refreshToken = readBearer(request);
      request.refreshToken = refreshToken;
      await watch.orUnavailable(() => services.sessions.assertRefreshToken(refreshToken));
    },
    preValidation: async (request) => {
      if (request.isMultipart() && !contract.form) throw new WalletError("unsupportedBody");
      if (hasBody && request.body === undefined && (contract.bodyOptional || !contract.body)) request.body = {};
    },
    handler: async (request, reply) => {
      const input = {
        params: request.params,
        query: request.query,
        body: contract.body || contract.form ? request.body : undefined,
      };
      const run = () =>
        handler(input, toContext(request, reply, services))
          .catch((error: unknown) => noteDenial(id, request, services, error))
          .finally(() => {
            // What it changes of the candidate is seen by the next call, before other servers hear of it.
            if (request.session && contract.method !== "GET") services.sessions.forget(request.session.id);
          });
      const { watch } = services.store;
      if (contract.contentTypes) return reply.send(await watch.orUnavailable(run));
      const data = await watch.orUnavailable(() =>
        contract.method === "GET" ? run() : answerOnce(id, request, services, run),
      );
      if (services.settings.sandbox) checkAnswer(id, contract.data, data);
      return reply.send({ code: 0, data });
    },
  });
}

/** Who was kept out, and from what, is in the audit log. Throws `error` again. */
async function noteDenial(
  id: OperationId,
  request: FastifyRequest,
  services: Services,
  error: unknown,
): Promise<never> {
  if (error instanceof WalletError && error.status === 403)
    await writeAudit(services.db, "denied", request.session?.candidate.id ?? null, { operation: id });
  throw error;
}

function toContext(request: FastifyRequest, reply: FastifyReply, services: Services): object {
  const { session, refreshToken } = request;
  return {
    services,
    request,
    reply,
    words: toWords(request, services),
    ...(session && { candidate: session.candidate, sessionId: session.id }),
    ...(refreshToken && { refreshToken }),
  };
}

declare module "fastify" {
  interface FastifyRequest {
    session?: { id: string; candidate: Candidate };
    refreshToken?: string;
  }
  interface FastifyContextConfig {
    operation?: OperationId;
  }
}
