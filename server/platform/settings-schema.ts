/*
 * The settings: every environment variable of the server, by group, with its meaning and its default. SETTINGS.md and
 * .env.example are generated from this file (`npm run meta`). One more: an entry here, and its use in settings.ts.
 */
import Type, { type Static, type TSchemaOptions } from "typebox";

/**
 * `description`: one sentence of at most 120 characters. `defaultNote`: the default when it depends on another setting.
 * `isRequired`: outside the sandbox, unless another wallet is in use. `example`: the value in .env.example, where other
 * settings are commented out.
 */
interface About extends TSchemaOptions {
  description: string;
  default?: string;
  defaultNote?: string;
  isRequired?: true;
  example?: string;
}
export const annotations = ["defaultNote", "isRequired", "example"];

const url = (about: About) => Type.Optional(Type.String({ pattern: "^https?://[^\\s]+$", maxLength: 2000, ...about }));
const postgresUrl = (about: About) => Type.Optional(Type.String({ pattern: "^postgres(ql)?://[^\\s]+$", ...about }));
const text = (about: About, limits: TSchemaOptions = { minLength: 1 }) =>
  Type.Optional(Type.String({ ...limits, ...about }));
/** A limit that is a whole number. */
const limit = (about: About & { default: string }) => Type.String({ pattern: "^[1-9][0-9]{0,6}$", ...about });
const flag = (about: About) => Type.Optional(Type.Enum(["0", "1"], about));
/** Required outside the sandbox, which makes its own. */
const secret = (description: string, isRequired = true) =>
  Type.Optional(
    Type.String({
      maxLength: 8000,
      description,
      defaultNote: "made by the sandbox",
      ...(isRequired && { isRequired }),
    }),
  );

/** Every value is text in the environment. A setting with a `default` is never undefined after the check. */
export const settingGroups = {
  Server: {
    NODE_ENV: Type.Optional(
      Type.String({
        example: "production",
        description: "`production` turns the sandbox off; then the settings marked as required must be set.",
      }),
    ),
    PORT: Type.String({
      pattern: "^([0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])$",
      default: "3000",
      description: "Port to listen on.",
    }),
    HOST: Type.String({
      minLength: 1,
      maxLength: 255,
      default: "127.0.0.1",
      description: "Address to listen on; 0.0.0.0 in a container.",
    }),
    PUBLIC_URL: url({
      isRequired: true,
      defaultNote: "in the sandbox http://localhost:PORT",
      description: "Address that people see (https), and the issuer in every credential; keep it once there are any.",
    }),
    TRUST_PROXY: text(
      {
        defaultNote: "off",
        description: "Addresses of the proxies whose X-Forwarded-For counts, separated by commas.",
      },
      { minLength: 1, maxLength: 500 },
    ),
    DATA_DIR: Type.String({
      minLength: 1,
      default: ".data",
      description: "Folder for uploads under way, compiled validators, past releases, and the embedded database.",
    }),
    LOG_LEVEL: Type.Enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
      default: "info",
      description: "How much is logged: fatal, error, warn, info, debug, trace or silent.",
    }),
    WALLET_API_URL: url({
      description: "Another wallet with the same API: calls are passed on to it, and no database is used here.",
    }),
    ALLOW_UNENCRYPTED: text(
      {
        defaultNote: "none",
        description: "Settings whose connections may do without TLS, on a trusted network: DATABASE_URL,CLAMD_URL.",
      },
      { maxLength: 1000 },
    ),
  },
  Definitions: {
    SCHEMAS_DIR: Type.String({
      minLength: 1,
      default: "schemas",
      description: "Folder of the definitions.",
    }),
    WATCH: flag({
      defaultNote: "1 in sandbox mode",
      description: "1 follows changes of the definitions while running.",
    }),
  },
  Database: {
    DATABASE_URL: postgresUrl({
      defaultNote: "embedded",
      description: "PostgreSQL 15 or newer; without it the embedded database in DATA_DIR is used.",
    }),
    DATABASE_OWNER_URL: postgresUrl({
      description: "Another role that owns the tables and migrates them, so that the server cannot rewrite the ledger.",
    }),
  },
  Files: {
    S3_ENDPOINT: url({
      defaultNote: "DATA_DIR/files",
      description: "S3-compatible store for files; set all of S3_ENDPOINT, _BUCKET, _REGION, _KEY and _SECRET.",
    }),
    S3_BUCKET: Type.Optional(
      Type.String({
        pattern: "^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$",
        description: "Bucket of this installation alone: unknown objects below `files/` are deleted.",
      }),
    ),
    S3_REGION: Type.Optional(
      Type.String({ pattern: "^[a-z0-9-]{1,40}$", description: "Region that requests are signed for." }),
    ),
    S3_KEY: text({ description: "Access key id." }, { minLength: 1, maxLength: 200 }),
    S3_SECRET: text({ description: "Secret access key." }, { minLength: 1, maxLength: 200 }),
    S3_PATH_STYLE: flag({
      defaultNote: "0",
      description: "1 puts the bucket into the path, as most self-hosted stores need.",
    }),
    CLAMD_URL: text(
      {
        defaultNote: "no scanner",
        description: "tcp:// or tls://host:port of a clamd that scans each file for viruses; without it nothing scans.",
      },
      { maxLength: 300 },
    ),
  },
  Messages: {
    SMTP_URL: Type.Optional(
      Type.String({
        pattern: "^smtps?://[^\\s]+$",
        isRequired: true,
        description: "Mail server, for example smtps://user:password@host.",
      }),
    ),
    MAIL_FROM: Type.Optional(
      Type.String({
        minLength: 3,
        maxLength: 320,
        isRequired: true,
        defaultNote: "in the sandbox Sanad <no-reply@localhost>",
        description: "Sender of mails.",
      }),
    ),
    SMS_GATEWAY_URL: url({
      isRequired: true,
      description: "Gateway that gets each SMS as POST {id, channel, to, text}.",
    }),
    SMS_GATEWAY_TOKEN: text({ description: "Bearer token for that gateway." }),
    WHATSAPP_GATEWAY_URL: url({
      defaultNote: "SMS",
      description: "The same for WhatsApp, which numbers outside India get; without it they get an SMS.",
    }),
    WHATSAPP_GATEWAY_TOKEN: text({ description: "Bearer token for that gateway." }),
  },
  Console: {
    CONSOLE_OIDC: text(
      {
        defaultNote: "none; staff sign in with passkeys",
        description: "OpenID Connect providers of staff by organisation, as JSON; OPERATING.md has the form.",
      },
      { minLength: 2, maxLength: 16_000 },
    ),
  },
  Verifiers: {
    VERIFIERS: text(
      {
        defaultNote: "none; the sandbox accepts for them",
        description: "Addresses and keys of verifiers' systems, as JSON; OPERATING.md has the form.",
      },
      { minLength: 2, maxLength: 16_000 },
    ),
  },
  Monitoring: {
    METRICS_TOKEN: text(
      { defaultNote: "off", description: "Bearer token for GET /metrics, 16 characters or more." },
      { minLength: 16, maxLength: 512, pattern: "^\\S+$" },
    ),
    METRICS_FROM: text(
      {
        defaultNote: "off",
        description: "Addresses and networks that may read /metrics without a token: 127.0.0.1,10.0.0.0/8.",
      },
      { maxLength: 2000 },
    ),
    OPERATOR_PAGES: Type.Optional(
      Type.Enum(["open", "closed"], {
        defaultNote: "open in the sandbox, else closed",
        description: "Who sees /docs, /openapi.json and /config/status; closed: only those who may read /metrics.",
      }),
    ),
    OTEL_EXPORTER_OTLP_ENDPOINT: url({
      description: "OTLP/HTTP collector that also gets the events and errors of pages.",
    }),
    OTEL_EXPORTER_OTLP_HEADERS: text(
      { description: "Headers for that collector: name=value,name=value." },
      { pattern: "^[\\w.-]+=[^,\\r\\n]*(,[\\w.-]+=[^,\\r\\n]*)*$", maxLength: 4000 },
    ),
    SENTRY_DSN: text(
      { description: "Sentry project that also gets the events and errors of pages." },
      { pattern: "^https?://[^\\s@:/]+@[^\\s@]+/[0-9]+$", maxLength: 2000 },
    ),
  },
  Budgets: {
    ADDRESS_CALLS: limit({
      default: "200",
      description: "Open calls of one network address, and half as many open bodies; a shared address needs more.",
    }),
    ADDRESS_READS_PER_MINUTE: limit({
      default: "240",
      description: "Status lists, shared credentials and metadata that one network address reads in a minute.",
    }),
    ADDRESS_INSPECTIONS_PER_HOUR: limit({
      default: "3000",
      description: "Documents from one network address that are inspected in an hour.",
    }),
    CANDIDATE_INSPECTIONS_PER_HOUR: limit({
      default: "300",
      description: "Documents of one candidate that are inspected in an hour.",
    }),
    CANDIDATE_MB: limit({
      default: "1000",
      description: "Megabytes that are stored for one candidate, uploads included.",
    }),
    CANDIDATE_MB_PER_HOUR: limit({
      default: "600",
      description: "Megabytes that one candidate stores in an hour.",
    }),
  },
  Sandbox: {
    SANDBOX: flag({
      defaultNote: "1 unless NODE_ENV=production",
      description: "1 imitates outside services and shows one-time codes at /sandbox/outbox.",
    }),
    ALLOW_SANDBOX_IN_PRODUCTION: flag({
      defaultNote: "0",
      description:
        "1 accepts SANDBOX=1 with NODE_ENV=production, where nothing below /sandbox is served but payment pages.",
    }),
    ADDRESS_LIMITS: Type.Enum(["on", "off"], {
      default: "on",
      description: "off stops counting by network address, for load tests from one machine; sandbox only.",
    }),
    OCR_CACHE_DIR: text({
      defaultNote: "off",
      description: "Folder that caches inspection and OCR results by file content; sandbox only.",
    }),
  },
  Secrets: {
    TOKEN_SECRET: secret("Signs sessions and tokens; each secret may be a list, the new one first."),
    OTP_SECRET: secret("Hashes one-time codes and captchas."),
    SEAL_SECRET: secret("Encrypts columns; remove an old one only when `npm run keys` allows it."),
    IDENTITY_SECRET: secret("Hashes document numbers."),
    CHAT_SECRET: secret("Proves a candidate to the chat service."),
    WEBHOOK_SECRET: secret("Verifies the signature of verifiers' calls."),
    PAYMENT_SECRET: secret("Signs the sandbox's own payment pages; unused outside the sandbox.", false),
  },
} as const;

export const Environment = Type.Object({
  ...settingGroups.Server,
  ...settingGroups.Definitions,
  ...settingGroups.Database,
  ...settingGroups.Files,
  ...settingGroups.Messages,
  ...settingGroups.Console,
  ...settingGroups.Verifiers,
  ...settingGroups.Monitoring,
  ...settingGroups.Budgets,
  ...settingGroups.Sandbox,
  ...settingGroups.Secrets,
});
export type Environment = Static<typeof Environment>;

/** Settings of a group that are required outside the sandbox. */
export function listRequired<G extends keyof typeof settingGroups>(group: G): (keyof (typeof settingGroups)[G])[] {
  const settings = Object.entries<object>(settingGroups[group]);
  return settings.flatMap(([name, setting]) =>
    "isRequired" in setting ? [name as keyof (typeof settingGroups)[G]] : [],
  );
}
