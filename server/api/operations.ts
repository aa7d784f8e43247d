import type { Readable } from "node:stream";
import { Ajv, type ValidateFunction } from "ajv";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import {
  getContract,
  type AllContracts,
  type AnyOperationId,
  type Body,
  type Data,
  type Params,
  type Query,
} from "#engine/contract/contracts.ts";
import { services as bases } from "#engine/contract/services.ts";
import { closed } from "#engine/core/base/shapes.ts";
import type { Candidate } from "#server/accounts/sessions/candidate.ts";
import { WalletError } from "#server/errors.ts";
import { assertFreshProof } from "#server/accounts/step-up/fresh-proof.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { toPseudonym } from "#server/platform/log-subject.ts";
import { idempotencyKeyHeader, runIdempotently } from "./idempotency.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import { readSystemToken } from "#server/console/systems/tokens.ts";
import type { Services } from "#server/services.ts";
import type { StaffSession } from "#server/staff/sessions.ts";
import { findRequestMessages } from "./language.ts";
import { assertSameOrigin, authenticateStaff, authorizeStaff } from "./staff-calls.ts";

/** A request, validated by its contract. */
export interface Input<Id extends AnyOperationId> {
  params: Params<Id>;
  query: Query<Id>;
  body: Body<Id>;
}

/** The context of a call without a token. */
export interface PublicContext {
  services: Services;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Texts in the request's language. Loaded on first use. */
  messages: MessageTexts;
}

/** The context of a call of a signed-in candidate. */
export interface RequestContext extends PublicContext {
  candidate: Candidate;
  sessionId: string;
}

/** The context of a call of a signed-in member of staff, who may make it. */
export interface StaffContext extends PublicContext {
  staffSession: StaffSession;
}

/** The context of a call of a verifier's system. */
export interface SystemContext extends PublicContext {
  /** The name of the system in catalogues/verifiers. */
  system: string;
}

/** The context of a token renewal. The refresh token is not verified yet. */
export interface RefreshContext extends PublicContext {
  refreshToken: string;
}

interface Contexts {
  public: PublicContext;
  user: RequestContext;
  refresh: RefreshContext;
  staff: StaffContext;
  system: SystemContext;
}
type ContextOf<Id extends AnyOperationId> = Contexts[AllContracts[Id]["auth"]];
/** The handler's result: the `data` of a JSON response, or bytes for other content types. */
type Answer<Id extends AnyOperationId> = AllContracts[Id] extends { contentTypes: unknown }
  ? Buffer | Readable
  : Data<Id>;

/** Handles one operation. Throws WalletError. */
export type Handler<Id extends AnyOperationId> = (input: Input<Id>, context: ContextOf<Id>) => Promise<Answer<Id>>;

/** Handlers by operation. `satisfies Handlers` types each by its contract. */
export type Handlers = { readonly [Id in AnyOperationId]?: Handler<Id> };

type AnyHandler = (input: { params: unknown; query: unknown; body: unknown }, context: object) => Promise<unknown>;

const nothing = closed({});

/** Adds one route per handler: token, contract, Idempotency-Key, handler, envelope. */
export function registerOperations(app: FastifyInstance, handlers: Handlers, services: Services): void {
  for (const [name, handler] of Object.entries(handlers))
    registerOperation(app, name as AnyOperationId, handler as AnyHandler, services);
}

function registerOperation(app: FastifyInstance, id: AnyOperationId, handler: AnyHandler, services: Services): void {
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
    // Before the body is read, so that a call without a token is 401 with any body.
    onRequest: async (request) => {
      const { circuitBreaker } = services.store;
      if (contract.service === "console") assertSameOrigin(request, services.settings.publicUrl);
      if (contract.auth === "staff")
        request.staffSession = await circuitBreaker.orUnavailable(() => authenticateStaff(request, services));
      if (contract.auth === "system") request.system = await readSystemToken(services, readBearer(request));
      if (contract.auth === "user")
        request.session = await circuitBreaker.orUnavailable(() => authenticate(request, services));
      if (contract.auth !== "refresh") return;
      const refreshToken = readBearer(request);
      request.refreshToken = refreshToken;
      await circuitBreaker.orUnavailable(() => services.sessions.assertRefreshToken(refreshToken));
    },
    preValidation: async (request) => {
      if (request.isMultipart() && !contract.form) throw new WalletError("unsupportedBody");
      if (hasBody && request.body === undefined && (contract.bodyOptional || !contract.body)) request.body = {};
    },
    // Before the Idempotency-Key is read: the repetition after the proof is not answered with this refusal.
    preHandler: async (request) => {
      const { session, staffSession } = request;
      const check = async () => {
        if (staffSession) await authorizeStaff(id, contract, request, services);
        if (session && contract.needsFreshProof) await assertFreshProof(services.db, session.id);
      };
      await services.store.circuitBreaker.orUnavailable(() =>
        check().catch((error: unknown) => auditDenial(id, request, services, error)),
      );
    },
    handler: async (request, reply) => {
      const input = {
        params: request.params,
        query: request.query,
        body: contract.body || contract.form ? request.body : undefined,
      };
      const run = () =>
        handler(input, toContext(request, reply, services))
          .catch((error: unknown) => auditDenial(id, request, services, error))
          .finally(() => {
            // The next call must see changes to the candidate before other servers are notified.
            if (request.session && contract.method !== "GET") services.sessions.forget(request.session.id);
          });
      const { circuitBreaker } = services.store;
      if (contract.contentTypes) return reply.send(await circuitBreaker.orUnavailable(run));
      const data = await circuitBreaker.orUnavailable(() =>
        contract.method === "GET" || request.headers[idempotencyKeyHeader] === undefined
          ? run()
          : runIdempotently(id, request, services, run),
      );
      if (services.settings.sandbox) validateResponse(id, contract.data, data);
      return reply.send({ code: 0, data });
    },
  });
}

/** Writes a denied access to the audit log and rethrows the error. */
async function auditDenial(
  id: AnyOperationId,
  request: FastifyRequest,
  services: Services,
  error: unknown,
): Promise<never> {
  if (error instanceof WalletError && error.status === 403)
    await writeAudit(services.db, "denied", request.session?.candidate.id ?? null, {
      operation: id,
      ...(request.staffSession && { staffId: request.staffSession.staff.id }),
    });
  throw error;
}

function toContext(request: FastifyRequest, reply: FastifyReply, services: Services): object {
  const { session, staffSession, system, refreshToken } = request;
  return {
    services,
    request,
    reply,
    get messages() {
      return findRequestMessages(request, services);
    },
    ...(session && { candidate: session.candidate, sessionId: session.id }),
    ...(staffSession && { staffSession }),
    ...(system !== undefined && { system }),
    ...(refreshToken && { refreshToken }),
  };
}

/** Returns the bearer token. Throws `signedOut` (401) without one. */
export function readBearer(request: FastifyRequest): string {
  const match = /^Bearer ([A-Za-z0-9._~+/=-]{1,4096})$/i.exec(request.headers.authorization ?? "");
  if (!match) throw new WalletError("signedOut");
  return match[1]!;
}

/**
 * Returns the session of the bearer token, from a cache of a few seconds: ended sessions are announced to every server.
 * Throws 401 (101, 138).
 */
export async function authenticate(
  request: FastifyRequest,
  services: Services,
): Promise<{ id: string; candidate: Candidate }> {
  const session = await services.sessions.find(readBearer(request));
  request.pseudonym = toPseudonym(services.secrets, session.candidate.id);
  return session;
}

const ajv = new Ajv({ strict: false });
const checks = new Map<AnyOperationId, ValidateFunction>();

/** Validates a response by its contract, so that an error is loud in the sandbox. Throws `unexpected`. */
function validateResponse(id: AnyOperationId, schema: object, data: unknown): void {
  const check = checks.get(id) ?? ajv.compile(schema);
  checks.set(id, check);
  // As sent: without undefined, with dates as text.
  if (check(JSON.parse(JSON.stringify(data)))) return;
  const faults = (check.errors ?? [])
    .slice(0, 5)
    .map((error) => `${error.instancePath || "/"} ${error.message} ${JSON.stringify(error.params)}`);
  throw new WalletError("unexpected", { cause: new Error(`${id} answers against its contract: ${faults.join("; ")}`) });
}

declare module "fastify" {
  interface FastifyRequest {
    session?: { id: string; candidate: Candidate };
    refreshToken?: string;
    /** The verifier's system that calls. */
    system?: string;
    /** The signed-in candidate in log lines. */
    pseudonym?: string;
  }
  interface FastifyContextConfig {
    operation?: AnyOperationId;
  }
}
