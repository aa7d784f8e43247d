import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { protocolEndpoints } from "#engine/contract/protocol-endpoints.ts";
import { listVerifierCalls, resendVerifierCall, sweepVerifierCalls } from "#server/console/systems/calls.ts";
import {
  answerForSystem,
  listForSystem,
  readForSystem,
  readSystemAddress,
} from "#server/console/systems/system-cases.ts";
import { isClient, signSystemToken, tokenSeconds } from "#server/console/systems/tokens.ts";
import { WalletError } from "#server/errors.ts";
import { findFile } from "#server/files/storage/stored-files.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { parseFormBodies } from "#server/platform/request-bodies.ts";
import type { Services } from "#server/services.ts";
import type { Handlers } from "../operations.ts";
import { toFileAnswer } from "../stored-file-answer.ts";
import type { Area } from "./area.ts";

const defaultCount = 25;
/** A system needs a token every ten minutes; more calls are guesses, or a client that keeps none. */
const tokensPerHour = 240;

const handlers = {
  "verifier-submissions.list": async ({ query: { after, count } }, { services, system }) =>
    listForSystem(services, system, { after, count: Number(count ?? defaultCount) }),
  "verifier-submissions.get": async ({ params }, { services, system }) => {
    const found = await readForSystem(services, system, params);
    await writeAudit(services.db, "system-call", null, {
      system,
      operation: "verifier-submissions.get",
      orgId: found.submission.orgId,
      ...params,
    });
    return found;
  },
  "verifier-submissions.read-document": async ({ params }, { services, system, request, reply }) => {
    const { fileId, candidateId } = await readSystemAddress(services, system, params.address);
    const row = await findFile(services, candidateId, fileId);
    await writeAudit(services.db, "system-document-viewed", null, { system, fileId });
    return toFileAnswer(services, reply, row, { isHead: request.method === "HEAD", disposition: "attachment" });
  },
  "verifier-submissions.answer": async ({ params, body }, { services, system }) => {
    const answer = await answerForSystem(services, system, params, body);
    await writeAudit(services.db, "system-call", null, {
      system,
      operation: "verifier-submissions.answer",
      outcome: body.outcome,
      ...params,
    });
    return answer;
  },
  "verifier-calls.list": async ({ params, query: { state, count } }, { services }) => ({
    list: await listVerifierCalls(services, params.orgId, { state, count: Number(count ?? defaultCount) }),
  }),
  "verifier-calls.resend": async ({ params }, { services }) => {
    await resendVerifierCall(services, params);
    return {};
  },
} satisfies Handlers;

/** The verifier API for systems, its tokens, and the events that systems get. */
export const verifierApiArea = {
  handlers,
  register: (services) => {
    services.jobs.register("verifier-calls", 5, () => sweepVerifierCalls(services));
  },
  plugin: addTokenEndpoint,
} satisfies Area;

/** POST /verifier/oauth/token: client credentials (RFC 6749, 4.4), answers and refusals in OAuth format. */
async function addTokenEndpoint(area: FastifyInstance, services: Services): Promise<void> {
  await area.register(async (scope) => {
    parseFormBodies(scope);
    scope.setErrorHandler((error: FastifyError, _request, reply) => {
      const status = error instanceof WalletError ? error.status : error.statusCode;
      if (status !== 400 && status !== 415) throw error;
      return refuse(reply, 400, "invalid_request");
    });
    scope.post(protocolEndpoints.verifierToken.path, async (request, reply) => {
      await services.rateLimits.consumeForAddress("verifier-token", request.ip, tokensPerHour, 3600);
      const body = (request.body ?? {}) as Readonly<Record<string, string>>;
      if (body["grant_type"] !== "client_credentials") return refuse(reply, 400, "unsupported_grant_type");
      const { id, secret } = readClient(request, body);
      if (!isClient(services, id, secret)) {
        void reply.header("www-authenticate", "Basic");
        return refuse(reply, 401, "invalid_client");
      }
      const token = await signSystemToken(services, id);
      return reply
        .header("cache-control", "no-store")
        .send({ access_token: token, token_type: "Bearer", expires_in: tokenSeconds });
    });
  });
}

const refuse = (reply: FastifyReply, status: number, error: string) =>
  reply.code(status).header("cache-control", "no-store").send({ error });

/** Id and secret of the client: HTTP Basic with both form-encoded (RFC 6749, 2.3.1), or fields of the body. */
function readClient(
  { headers }: FastifyRequest,
  body: Readonly<Record<string, string>>,
): { id: string; secret: string } {
  const basic = /^Basic ([A-Za-z0-9+/]{1,2000}={0,2})$/i.exec(headers.authorization ?? "")?.[1];
  if (basic === undefined) return { id: body["client_id"] ?? "", secret: body["client_secret"] ?? "" };
  const [id = "", secret = ""] = Buffer.from(basic, "base64").toString("utf8").split(":");
  return { id: decode(id), secret: decode(secret) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return "";
  }
}
