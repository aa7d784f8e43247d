import Type, { type Static, type TSchema } from "typebox";
import { described } from "#engine/core/base/described.ts";
import type { EndpointContract } from "./parts/endpoint-contract.ts";
import { Moment, Name, closed, orNull, text } from "#engine/core/base/shapes.ts";

const Urls = (pattern: string) =>
  Type.Record(Type.String({ pattern: "^.{1,200}$" }), Type.String({ pattern, maxLength: 200 }), {
    additionalProperties: false,
  });
const ManifestSchema = closed({
  release: text(128),
  app: described(text(64), "The id of the app."),
  organisation: closed({ orgId: Name, name: text(200), default: Type.Boolean() }),
  locale: text(16),
  documents: Urls("^/config/d/[A-Za-z0-9_-]{8,128}[.]json$"),
  validators: Urls("^/config/v/[A-Za-z0-9_-]{8,128}[.]js$"),
});
const IssueSchema = closed({
  code: text(64),
  document: text(300),
  pointer: text(1000),
  line: Type.Integer({ minimum: 0 }),
  column: Type.Integer({ minimum: 0 }),
  message: text(2000),
});
const ConfigStatusSchema = closed({
  release: orNull(text(128)),
  checkedAt: Moment,
  ok: Type.Boolean(),
  issues: Type.Array(IssueSchema, { maxItems: 10_000 }),
  pinned: Type.Optional(
    closed(
      { release: described(text(128), "The release."), since: Moment },
      { description: "The release that an operator pinned; missing without one." },
    ),
  ),
});
const HealthSchema = closed({
  status: Type.Enum(["ok", "degraded"]),
  release: text(128),
  lastGood: Type.Boolean(),
  database: Type.Optional(
    described(Type.Literal("ok"), "The state of the database; missing in front of another wallet."),
  ),
  missing: Type.Optional(
    described(
      Type.Array(text(64), { maxItems: 20 }),
      "What the installation works without, such as `scanner`; missing in front of another wallet.",
    ),
  ),
  wallet: Type.Optional(
    Type.Enum(["ok", "away"], { description: "The state of the wallet that calls are passed on to." }),
  ),
  shedding: described(Type.Boolean(), "Whether calls were refused in the last ten seconds because of load."),
});
const Missing = { description: "Not there." };
const ofHash = closed({ hash: Type.String({ pattern: "^[A-Za-z0-9_-]{8,128}$", maxLength: 128 }) });
const answer = (description: string, schema: TSchema) => ({ 200: { description, schema } });

/** The definitions and validators of one app, organisation and locale. */
export type Manifest = Static<typeof ManifestSchema>;
/** The last check of the definitions, passed or failed. */
export type ConfigStatus = Static<typeof ConfigStatusSchema>;
/** The answer of `/health` while the server can serve. */
export type Health = Static<typeof HealthSchema>;

/** Shapes that the OpenAPI document names. */
export const configShapes = { Manifest: ManifestSchema, ConfigStatus: ConfigStatusSchema, Health: HealthSchema };

/** The config service and the endpoints for machines. */
export const configEndpoints = {
  manifest: {
    method: "GET",
    path: "/config/manifest",
    summary: "The definitions of an app for an organisation, with its overrides, each under its hash.",
    auth: "public",
    query: closed({
      orgId: Type.Optional(text(64)),
      locale: Type.Optional(text(16)),
      release: Type.Optional(text(64)),
      app: Type.Optional(described(text(64), "The id of an app; the one at `/` without it.")),
    }),
    answers: {
      ...answer("The manifest, with an ETag.", ManifestSchema),
      304: { description: "Unchanged." },
      404: { description: "No such organisation or app." },
    },
  },
  status: {
    method: "GET",
    path: "/config/status",
    summary: "The last check of the definitions.",
    auth: "public",
    answers: answer("The result of the check.", ConfigStatusSchema),
  },
  document: {
    method: "GET",
    path: "/config/d/:hash.json",
    summary: "One definition, immutable.",
    auth: "public",
    params: ofHash,
    answers: {
      ...answer("The document.", Type.Unsafe<Record<string, unknown>>({ type: "object" })),
      404: Missing,
    },
  },
  validator: {
    method: "GET",
    path: "/config/v/:hash.js",
    summary: "One compiled validator, an immutable module.",
    auth: "public",
    params: ofHash,
    answers: {
      200: { description: "The module.", schema: Type.String(), contentType: "text/javascript" },
      404: Missing,
    },
  },
  health: {
    method: "GET",
    path: "/health",
    summary: "The health of the server.",
    auth: "public",
    answers: { ...answer("It can.", HealthSchema), 503: { description: "Starting or shutting down." } },
  },
  openApi: {
    method: "GET",
    path: "/openapi.json",
    summary: "This document.",
    auth: "public",
    answers: answer("OpenAPI 3.1.", Type.Unsafe<Record<string, unknown>>({ type: "object" })),
  },
  docs: {
    method: "GET",
    path: "/docs",
    summary: "This document as a page.",
    auth: "public",
    answers: { 200: { description: "The page.", schema: Type.String(), contentType: "text/html" } },
  },
} as const satisfies Record<string, EndpointContract>;
