import type { TObject, TSchema } from "typebox";
import { configCalls, configShapes } from "./config.ts";
import type { OperationContract } from "./parts/operation-contract.ts";
import { contracts } from "./contracts.ts";
import { credentialShapes } from "./credentials.ts";
import { linkShapes } from "./links.ts";
import { offerShapes } from "./offers.ts";
import { presentationShapes } from "./presentations.ts";
import { FailureSchema } from "./failure.ts";
import { fileShapes } from "./files.ts";
import { noticeShapes } from "./notices.ts";
import type { OutsideCall } from "./parts/outside-call.ts";
import { outsideCalls, outsideShapes } from "./outside.ts";
import { paymentShapes } from "./payments.ts";
import { placeShapes } from "./places.ts";
import { profileShapes } from "./profile.ts";
import { questionShapes } from "./questions.ts";
import { sandboxCalls, sandboxShapes } from "./sandbox.ts";
import { type ServiceName, services } from "./services.ts";
import { transactionShapes } from "./transactions.ts";
import { verificationShapes } from "./verifications.ts";

type Json = Record<string, unknown>;

/** An OpenAPI 3.1 document, ready for JSON. */
export interface OpenApiDocument extends Json {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Json>>;
  components: { schemas: Record<string, Json>; responses: Record<string, Json>; securitySchemes: Record<string, Json> };
}

/** What the document depends on. */
export interface OpenApiOptions {
  version: string;
  /** Origin under which the server is reached. */
  publicUrl?: string;
  /** Whether the sandbox's calls are mounted. */
  sandbox?: boolean;
  bases?: Record<ServiceName, string>;
}

const namedShapes: Record<string, TSchema> = {
  ...profileShapes,
  ...credentialShapes,
  ...linkShapes,
  ...offerShapes,
  ...presentationShapes,
  ...transactionShapes,
  ...questionShapes,
  ...verificationShapes,
  ...paymentShapes,
  ...fileShapes,
  ...placeShapes,
  ...noticeShapes,
  ...configShapes,
  ...outsideShapes,
  ...sandboxShapes,
  Failure: FailureSchema,
};
const shapeNames = new Map<unknown, string>(Object.entries(namedShapes).map(([name, schema]) => [schema, name]));

const failureNames: Record<number, string> = {
  400: "Breaks the contract (100), or a wrong code (107)",
  401: "Session expired (101, 138)",
  403: "Access not allowed (103)",
  404: "Not there, or not yours (104, 105)",
  409: "The state does not allow it (109 to 112)",
  413: "Too large (113)",
  415: "Not a type that is taken (114)",
  422: "A rule of the document refuses (106, 115, 116)",
  429: "Too many (108); Retry-After in seconds",
  500: "Our fault",
  503: "Away for a moment (120); Retry-After in seconds",
};

/** The OpenAPI 3.1 document of every call: the operation table and the calls outside it. */
export function toOpenApi(options: OpenApiOptions): OpenApiDocument {
  const paths: OpenApiDocument["paths"] = {};
  const bases = options.bases ?? services;
  for (const [id, contract] of Object.entries<OperationContract>(contracts))
    add(paths, `${bases[contract.service]}${contract.path}`, contract.method, toOperation(id, contract));
  const outside: Record<string, Record<string, OutsideCall>> = { config: configCalls, outside: outsideCalls };
  if (options.sandbox) outside["sandbox"] = sandboxCalls;
  for (const [tag, calls] of Object.entries(outside)) {
    for (const [name, call] of Object.entries(calls))
      add(paths, call.path, call.method, toOutsideOperation(tag, name, call));
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Sanad wallet",
      version: options.version,
      description: "Success is {code: 0, data}; a failure is {code, message, requestId} with its own status.",
    },
    ...(options.publicUrl === undefined ? {} : { servers: [{ url: options.publicUrl }] }),
    paths,
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
          description: "The refresh token stands in for the access token.",
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
      description: "The same key and content, files included, give the first answer again.",
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
  if (contract.gated) statuses.push(403);
  if (contract.method !== "GET" || contract.params || contract.query) statuses.push(404, 422);
  if (contract.method !== "GET") statuses.push(409, 413, 415);
  return statuses.sort((a, b) => a - b);
}

function toOutsideOperation(tag: string, name: string, call: OutsideCall): Json {
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

function toSecurity(auth: OperationContract["auth"] | OutsideCall["auth"]): Json[] {
  if (auth === "user") return [{ accessToken: [] }];
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

/** A plain copy of a schema in which every named shape but `root` itself is a reference. */
function toJson(schema: unknown, root?: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((item) => toJson(item));
  if (typeof schema !== "object" || schema === null) return schema;
  const name = schema === root ? undefined : shapeNames.get(schema);
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, toJson(value)]));
}
