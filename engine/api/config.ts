import Type, { type Static, type TSchema } from "typebox";
import { described } from "#engine/base/described.ts";
import type { OutsideCall } from "./parts/outside-call.ts";
import { Moment, Name, closed, orNull, text } from "./parts/shapes.ts";

const Urls = (pattern: string) =>
  Type.Record(Type.String({ pattern: "^.{1,200}$" }), Type.String({ pattern, maxLength: 200 }), {
    additionalProperties: false,
  });
const ManifestSchema = closed({
  release: text(128),
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
  held: Type.Optional(
    closed(
      { release: described(text(128), "The release."), since: Moment },
      { description: "An earlier release that an operator has served, whatever was checked; missing without one." },
    ),
  ),
});
const HealthSchema = closed({
  status: Type.Enum(["ok", "degraded"]),
  release: text(128),
  lastGood: Type.Boolean(),
  database: Type.Optional(described(Type.Literal("ok"), "Our own database; missing in front of another wallet.")),
  wallet: Type.Optional(
    Type.Enum(["ok", "away"], { description: "Whether the other wallet answers, where calls go on to one." }),
  ),
});
const Missing = { description: "Not there." };
const ofHash = closed({ hash: Type.String({ pattern: "^[A-Za-z0-9_-]{8,128}$", maxLength: 128 }) });
const answer = (description: string, schema: TSchema) => ({ 200: { description, schema } });

/** The documents and validators of one organisation and locale. */
export type Manifest = Static<typeof ManifestSchema>;
/** The last check of the documents, also when it was refused. */
export type ConfigStatus = Static<typeof ConfigStatusSchema>;
/** What `/health` says while the server can serve. */
export type Health = Static<typeof HealthSchema>;

/** The shapes of this area that the API document names. */
export const configShapes = { Manifest: ManifestSchema, ConfigStatus: ConfigStatusSchema, Health: HealthSchema };

/** The config service and what a machine asks of the server. */
export const configCalls = {
  manifest: {
    method: "GET",
    path: "/config/manifest",
    summary: "The documents of an organisation, merged, each under its hash.",
    auth: "public",
    query: closed({
      orgId: Type.Optional(text(64)),
      locale: Type.Optional(text(16)),
      release: Type.Optional(text(64)),
    }),
    answers: {
      ...answer("The manifest, with an ETag.", ManifestSchema),
      304: { description: "Unchanged." },
      404: { description: "No such organisation." },
    },
  },
  status: {
    method: "GET",
    path: "/config/status",
    summary: "The last check of the documents.",
    auth: "public",
    answers: answer("What the check found.", ConfigStatusSchema),
  },
  document: {
    method: "GET",
    path: "/config/d/:hash.json",
    summary: "One finished document, immutable.",
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
    summary: "Whether the server can serve.",
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
    summary: "This document as a plain page.",
    auth: "public",
    answers: { 200: { description: "The page.", schema: Type.String(), contentType: "text/html" } },
  },
} as const satisfies Record<string, OutsideCall>;
