import type { TObject, TSchema } from "typebox";
import { configEndpoints, configShapes } from "./config.ts";
import type { OperationContract } from "./parts/operation-contract.ts";
import { consoleContracts } from "./console/index.ts";
import { readyEventSchema, verifierContracts } from "./verifier-api.ts";
import { contracts } from "./contracts.ts";
import { credentialShapes } from "#engine/core/scope/shapes/credentials.ts";
import { shareLinkShapes } from "#engine/core/scope/shapes/share-links.ts";
import { offerShapes } from "#engine/core/scope/shapes/offers.ts";
import { presentationShapes } from "#engine/core/scope/shapes/presentations.ts";
import { FailureSchema } from "#engine/core/scope/shapes/failure.ts";
import { fileShapes } from "./files.ts";
import { notificationShapes } from "#engine/core/scope/shapes/notifications.ts";
import type { EndpointContract } from "./parts/endpoint-contract.ts";
import { protocolEndpoints, protocolShapes } from "./protocol-endpoints.ts";
import { passkeyShapes } from "#engine/core/scope/shapes/passkeys.ts";
import { paymentShapes } from "#engine/core/scope/shapes/payments.ts";
import { placeShapes } from "./places.ts";
import { profileShapes } from "#engine/core/scope/shapes/profile.ts";
import { questionShapes } from "#engine/core/scope/shapes/questions.ts";
import { sandboxEndpoints, sandboxShapes } from "./sandbox.ts";
import { type ServiceName, services } from "./services.ts";
import { sourceRequestShapes } from "#engine/core/scope/shapes/source-requests.ts";
import { transactionShapes } from "#engine/core/scope/shapes/transactions.ts";
import { verificationShapes } from "#engine/core/scope/shapes/verifications.ts";

type Json = Record<string, unknown>;

/** An OpenAPI 3.1 document, ready for JSON. */
export interface OpenApiDocument extends Json {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Json>>;
  /** What this server sends to others. */
  webhooks: Record<string, Json>;
  components: { schemas: Record<string, Json>; responses: Record<string, Json>; securitySchemes: Record<string, Json> };
}

/** Options of the document. */
export interface OpenApiOptions {
  version: string;
  /** The public origin of the server. */
  publicUrl?: string;
  /** True if the sandbox endpoints are mounted. */
  sandbox?: boolean;
  bases?: Record<ServiceName, string>;
}

const namedShapes: Record<string, TSchema> = {
  ...profileShapes,
  ...credentialShapes,
  ...shareLinkShapes,
  ...offerShapes,
  ...presentationShapes,
  ...transactionShapes,
  ...questionShapes,
  ...verificationShapes,
  ...passkeyShapes,
  ...paymentShapes,
  ...fileShapes,
  ...placeShapes,
  ...notificationShapes,
  ...sourceRequestShapes,
  ...configShapes,
  ...protocolShapes,
  ...sandboxShapes,
  Failure: FailureSchema,
};
const shapeNames = new Map<unknown, string>(Object.entries(namedShapes).map(([name, schema]) => [schema, name]));

const failureNames: Record<number, string> = {
  400: "Breaks the contract (100), a wrong OTP (107), or a wrong passkey (123)",
  401: "Session expired (101, 138)",
  403: "Access not allowed (103); a passkey (121), a fresh proof (122) or a colleague's approval (124) is needed",
  404: "Not found, or not yours (104, 105)",
  409: "The state does not allow it (109 to 112)",
  413: "Too large (113)",
  415: "Unsupported file type (114)",
  422: "A rule of the definition refuses (106, 115, 116)",
  429: "Too many (108); Retry-After in seconds",
  500: "Our fault",
  503: "Temporarily unavailable (120); Retry-After in seconds",
};

/** Builds the OpenAPI 3.1 document from all operations and endpoints. */
export function toOpenApi(options: OpenApiOptions): OpenApiDocument {
  const paths: OpenApiDocument["paths"] = {};
  const bases = options.bases ?? services;
  for (const [id, contract] of Object.entries<OperationContract>({
    ...contracts,
    ...consoleContracts,
    ...verifierContracts,
  }))
    add(paths, `${bases[contract.service]}${contract.path}`, contract.method, toOperation(id, contract));
  const outside: Record<string, Record<string, EndpointContract>> = {
    config: configEndpoints,
    outside: protocolEndpoints,
  };
  if (options.sandbox) outside["sandbox"] = sandboxEndpoints;
  for (const [tag, calls] of Object.entries(outside)) {
    for (const [name, call] of Object.entries(calls))
      add(paths, call.path, call.method, toOutsideOperation(tag, name, call));
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Sanad wallet",
      version: options.version,
      description: "Success is {code: 0, data}; a failure is {code, message, requestId} with an HTTP error status.",
    },
    ...(options.publicUrl === undefined ? {} : { servers: [{ url: options.publicUrl }] }),
    paths,
    webhooks: {
      "submission.ready": {
        post: {
          summary: "A submission waits for the result of your system.",
          description:
            "Sent to the address of your system in VERIFIERS, signed by the rules of Standard Webhooks (webhook-id, " +
            "webhook-timestamp, webhook-signature). A repetition has the same webhook-id.",
          requestBody: { required: true, content: { "application/json": { schema: toJson(readyEventSchema) } } },
          responses: { 204: { description: "Accepted. Any other 2xx accepts too; anything else is sent again." } },
        },
      },
    },
    components: {
      schemas: Object.fromEntries(
        Object.entries(namedShapes).map(([name, schema]) => [name, toJson(schema, schema) as Json]),
      ),
      responses: Object.fromEntries(
        Object.entries(failureNames).map(([status, description]) => [
          `Failure${status}`,
          { description, content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } } },
        ]),
      ),
      securitySchemes: {
        accessToken: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        refreshToken: {
          type: "http",
          scheme: "bearer",
          description: "The refresh token in place of the access token.",
        },
        verifierClient: {
          type: "oauth2",
          description: "Client credentials (RFC 6749, 4.4): the name and the clientSecret of your system in VERIFIERS.",
          flows: { clientCredentials: { tokenUrl: protocolEndpoints.verifierToken.path, scopes: {} } },
        },
        staffSession: {
          type: "apiKey",
          in: "cookie",
          name: "__Host-sanad-staff",
          description:
            "The session of the console. A change needs the header Origin or Sec-Fetch-Site of our own pages.",
        },
      },
    },
  };
}

function add(paths: OpenApiDocument["paths"], path: string, method: string, operation: Json): void {
  const key = path.replace(/:([A-Za-z]+)/g, "{$1}");
  (paths[key] ??= {})[method.toLowerCase()] = operation;
}

function toOperation(id: string, contract: OperationContract): Json {
  const parameters = [...toParameters("path", contract.params), ...toParameters("query", contract.query)];
  if (contract.method !== "GET") {
    parameters.push({
      name: "Idempotency-Key",
      in: "header",
      required: false,
      description: "A repeated call with the same key and content, files included, returns the first answer.",
      schema: { type: "string", minLength: 16, maxLength: 64 },
    });
  }
  return {
    operationId: id,
    tags: [id.slice(0, id.indexOf("."))],
    summary: contract.summary,
    security: toSecurity(contract.auth),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...toRequestBody(contract),
    responses: {
      200: { description: "Success.", content: toContent(contract) },
      ...Object.fromEntries(
        toFailureStatuses(contract).map((status) => [status, { $ref: `#/components/responses/Failure${status}` }]),
      ),
    },
  };
}

function toContent(contract: OperationContract): Json {
  if (contract.contentTypes)
    return Object.fromEntries(contract.contentTypes.map((type) => [type, { schema: toJson(contract.data) }]));
  return {
    "application/json": {
      schema: {
        type: "object",
        required: ["code", "data"],
        properties: { code: { type: "integer", const: 0 }, data: toJson(contract.data) },
        additionalProperties: false,
      },
    },
  };
}

function toRequestBody(contract: OperationContract): Json {
  const content: Json = {};
  if (contract.body) content["application/json"] = { schema: toJson(contract.body) };
  if (contract.form) content["multipart/form-data"] = { schema: toJson(contract.form) };
  if (Object.keys(content).length === 0) return {};
  return { requestBody: { required: contract.bodyOptional !== true, content } };
}

function toFailureStatuses(contract: OperationContract): number[] {
  const statuses = [400, 429, 500, 503];
  if (contract.auth !== "public") statuses.push(401);
  if (contract.gated || contract.needsFreshProof || contract.service === "console") statuses.push(403);
  if (contract.method !== "GET" || contract.params || contract.query) statuses.push(404, 422);
  if (contract.method !== "GET") statuses.push(409, 413, 415);
  return statuses.sort((a, b) => a - b);
}

function toOutsideOperation(tag: string, name: string, call: EndpointContract): Json {
  const parameters = [
    ...toParameters("path", call.params),
    ...toParameters("query", call.query),
    ...toParameters("header", call.headers),
  ];
  const failures = [...(call.body || call.query ? [400] : []), ...(call.auth === "user" ? [401] : []), 429, 500, 503];
  const responses: Json = {};
  for (const status of failures) responses[status] = { $ref: `#/components/responses/Failure${status}` };
  for (const [status, { description, schema, contentType }] of Object.entries(call.answers)) {
    responses[status] = {
      description,
      ...(schema ? { content: { [contentType ?? "application/json"]: { schema: toJson(schema) } } } : {}),
    };
  }
  return {
    operationId: `${tag}.${name}`,
    tags: [tag],
    summary: call.summary,
    security: toSecurity(call.auth),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(call.body
      ? {
          requestBody: {
            required: true,
            content: { [call.bodyType ?? "application/json"]: { schema: toJson(call.body) } },
          },
        }
      : {}),
    responses,
  };
}

function toSecurity(auth: OperationContract["auth"] | EndpointContract["auth"]): Json[] {
  if (auth === "user") return [{ accessToken: [] }];
  if (auth === "staff") return [{ staffSession: [] }];
  if (auth === "system") return [{ verifierClient: [] }];
  return auth === "refresh" ? [{ refreshToken: [] }] : [];
}

function toParameters(place: "path" | "query" | "header", schema: TObject | undefined): Json[] {
  if (!schema) return [];
  const required: readonly string[] = schema.required ?? [];
  return Object.entries(schema.properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: toJson(property),
  }));
}

/** Returns a plain copy of a schema with a reference for each named shape except `root`. */
function toJson(schema: unknown, root?: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((item) => toJson(item));
  if (typeof schema !== "object" || schema === null) return schema;
  const name = schema === root ? undefined : shapeNames.get(schema);
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, toJson(value)]));
}
