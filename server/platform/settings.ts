import { isIP } from "node:net";
import path from "node:path";
import { Ajv } from "ajv";
import Type, { type Static } from "typebox";
import { once } from "#engine/base/once.ts";
import { appRoot } from "#server/root.ts";
import { readSecrets, secretVariables, type SecretLists } from "./secret-lists.ts";
import { SettingsError } from "./settings-error.ts";
import { withFiles } from "./settings-files.ts";

const Url = Type.String({ pattern: "^https?://[^\\s]+$", maxLength: 2000 });

/** The environment; everything is text there. */
const Environment = Type.Object({
  NODE_ENV: Type.Optional(Type.String()),
  PORT: Type.Optional(
    Type.String({ pattern: "^([0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])$" }),
  ),
  HOST: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  PUBLIC_URL: Type.Optional(Url),
  DATA_DIR: Type.Optional(Type.String({ minLength: 1 })),
  DATABASE_URL: Type.Optional(Type.String({ pattern: "^postgres(ql)?://[^\\s]+$" })),
  DATABASE_OWNER_URL: Type.Optional(Type.String({ pattern: "^postgres(ql)?://[^\\s]+$" })),
  SCHEMAS_DIR: Type.Optional(Type.String({ minLength: 1 })),
  WALLET_API_URL: Type.Optional(Url),
  SMTP_URL: Type.Optional(Type.String({ pattern: "^smtps?://[^\\s]+$" })),
  MAIL_FROM: Type.Optional(Type.String({ minLength: 3, maxLength: 320 })),
  SMS_GATEWAY_URL: Type.Optional(Url),
  SMS_GATEWAY_TOKEN: Type.Optional(Type.String({ minLength: 1 })),
  WHATSAPP_GATEWAY_URL: Type.Optional(Url),
  WHATSAPP_GATEWAY_TOKEN: Type.Optional(Type.String({ minLength: 1 })),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(Url),
  OTEL_EXPORTER_OTLP_HEADERS: Type.Optional(
    Type.String({ pattern: "^[\\w.-]+=[^,\\r\\n]*(,[\\w.-]+=[^,\\r\\n]*)*$", maxLength: 4000 }),
  ),
  SENTRY_DSN: Type.Optional(Type.String({ pattern: "^https?://[^\\s@:/]+@[^\\s@]+/[0-9]+$", maxLength: 2000 })),
  CLAMD_URL: Type.Optional(Type.String({ maxLength: 300 })),
  S3_ENDPOINT: Type.Optional(Url),
  S3_BUCKET: Type.Optional(Type.String({ pattern: "^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$" })),
  S3_REGION: Type.Optional(Type.String({ pattern: "^[a-z0-9-]{1,40}$" })),
  S3_KEY: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  S3_SECRET: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  S3_PATH_STYLE: Type.Optional(Type.Enum(["0", "1"])),
  METRICS_TOKEN: Type.Optional(Type.String({ minLength: 16, maxLength: 512, pattern: "^\\S+$" })),
  METRICS_FROM: Type.Optional(Type.String({ maxLength: 2000 })),
  SANDBOX: Type.Optional(Type.Enum(["0", "1"])),
  ALLOW_SANDBOX_IN_PRODUCTION: Type.Optional(Type.Enum(["0", "1"])),
  ADDRESS_LIMITS: Type.Optional(Type.Enum(["on", "off"])),
  READINGS_DIR: Type.Optional(Type.String({ minLength: 1 })),
  TRUST_PROXY: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  LOG_LEVEL: Type.Optional(Type.Enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])),
  WATCH: Type.Optional(Type.Enum(["0", "1"])),
  ...secretVariables,
});
type Environment = Static<typeof Environment>;

/** What the server is told from outside, checked; folders are absolute. */
export interface Settings {
  production: boolean;
  port: number;
  host: string;
  /** Without a slash at the end. */
  publicUrl: string;
  dataDir: string;
  databaseUrl?: string;
  /** Another role of the same database, whose the tables are: it migrates at start, and what it keeps the server's own role cannot rewrite. */
  databaseOwnerUrl?: string;
  schemasDir: string;
  webDir: string;
  /** Another wallet that the calls go on to, without a slash at the end; without it the wallet is this server's own. */
  walletApiUrl?: string;
  smtpUrl?: string;
  mailFrom: string;
  smsGateway?: Gateway;
  whatsappGateway?: Gateway;
  /** The collector that page reports are sent to, and what it wants in the head. */
  otlp?: { url: string; headers: Record<string, string> };
  sentryDsn?: string;
  /** The virus scanner, `tcp://host:port`. */
  clamdUrl?: string;
  /** Who may read what is measured; without it nothing is. */
  metrics?: MetricsSettings;
  /** Where files lie; in the data directory without it. */
  s3?: S3Settings;
  sandbox: boolean;
  addressLimits: boolean;
  /** Where what was read of a picture is kept for whoever sends the same: of the sandbox's papers alone, and only where told to. */
  readingsDir?: string;
  /** Addresses of the proxies in front, comma separated; false: X-Forwarded-For is ignored. */
  trustProxy: string | false;
  logLevel: string;
  /** Takes changes of the documents while running; by default in sandbox mode. */
  watch: boolean;
  secrets: SecretLists;
  /** Credentials of payment providers, by variable. */
  payments: Readonly<Record<string, string>>;
}

/** A bearer token, and addresses or networks, that may read metrics. */
export interface MetricsSettings {
  token?: string;
  from: readonly string[];
}

/** A bucket of an S3-compatible store. `pathStyle`: its name stands in the path, not before the host. */
export interface S3Settings {
  endpoint: string;
  bucket: string;
  region: string;
  key: string;
  secret: string;
  pathStyle: boolean;
}

/** Where messages are posted, and the bearer for it. */
export interface Gateway {
  url: string;
  token?: string;
}

export { SettingsError };

/**
 * Reads and checks the environment; which credentials payment providers want, `readPayments` knows. Throws SettingsError
 * with the names of the bad ones, never their values.
 */
export function loadSettings(
  given: Record<string, string | undefined>,
  readPayments: (source: Record<string, string | undefined>) => Record<string, string>,
): Settings {
  const source = withFiles(given);
  const env = readEnvironment(source);
  const production = env.NODE_ENV === "production";
  const sandbox = env.SANDBOX === undefined ? !production : env.SANDBOX === "1";
  if (env.ADDRESS_LIMITS === "off" && !sandbox)
    throw new SettingsError("ADDRESS_LIMITS=off is accepted in sandbox mode only (SANDBOX=1).");
  if (env.READINGS_DIR !== undefined && !sandbox)
    throw new SettingsError("READINGS_DIR is accepted in sandbox mode only: what stands on a paper is its owner's.");
  if (sandbox && production && env.ALLOW_SANDBOX_IN_PRODUCTION !== "1")
    throw new SettingsError(
      "SANDBOX=1 lets anybody in: with NODE_ENV=production it is taken only beside ALLOW_SANDBOX_IN_PRODUCTION=1.",
    );
  if (!sandbox && !env.WALLET_API_URL) requireReal(env);
  const port = Number(env.PORT ?? 3000);
  const host = env.HOST ?? "127.0.0.1";
  return {
    production,
    port,
    host,
    publicUrl: (
      env.PUBLIC_URL ??
      `http://${host === "0.0.0.0" || host === "::" || host === "127.0.0.1" ? "localhost" : host}:${port}`
    ).replace(/\/+$/, ""),
    dataDir: path.resolve(appRoot, env.DATA_DIR ?? ".data"),
    databaseUrl: env.DATABASE_URL,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    schemasDir: path.resolve(appRoot, env.SCHEMAS_DIR ?? "schemas"),
    webDir: path.join(appRoot, "dist/web"),
    walletApiUrl: env.WALLET_API_URL?.replace(/\/+$/, ""),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? "Sanad <no-reply@localhost>",
    smsGateway: toGateway(env.SMS_GATEWAY_URL, env.SMS_GATEWAY_TOKEN),
    whatsappGateway: toGateway(env.WHATSAPP_GATEWAY_URL, env.WHATSAPP_GATEWAY_TOKEN),
    otlp: toOtlp(env.OTEL_EXPORTER_OTLP_ENDPOINT, env.OTEL_EXPORTER_OTLP_HEADERS),
    sentryDsn: env.SENTRY_DSN,
    ...(env.CLAMD_URL && { clamdUrl: readClamdUrl(env.CLAMD_URL) }),
    ...readMetrics(env),
    s3: readS3(env),
    sandbox,
    addressLimits: env.ADDRESS_LIMITS !== "off",
    ...(env.READINGS_DIR && { readingsDir: path.resolve(appRoot, env.READINGS_DIR) }),
    trustProxy: env.TRUST_PROXY ?? false,
    logLevel: env.LOG_LEVEL ?? "info",
    watch: env.WATCH === undefined ? sandbox : env.WATCH === "1",
    secrets: readSecrets(env, !sandbox && !env.WALLET_API_URL),
    payments: readPayments(source),
  };
}

const toCheck = once(() => new Ajv({ allErrors: true }).compile<Environment>(Environment));

/** An empty variable counts as unset: compose files and shells produce them. */
function readEnvironment(source: Record<string, string | undefined>): Environment {
  const known = Object.keys(Environment.properties);
  const env = Object.fromEntries(known.flatMap((name) => (source[name] ? [[name, source[name]]] : [])));
  const check = toCheck();
  if (check(env)) return env;
  const faults = (check.errors ?? []).map((error) => `${error.instancePath.slice(1)} ${error.message}`);
  throw new SettingsError(`These settings are wrong: ${[...new Set(faults)].join("; ")}.`);
}

/** Outside the sandbox a message that goes nowhere is a candidate who waits for ever; another wallet sends its own. */
function requireReal(env: Environment): void {
  const missing = (["SMTP_URL", "SMS_GATEWAY_URL"] as const).filter((name) => !env[name]);
  if (missing.length > 0) throw new SettingsError(`Without sandbox mode these must be set: ${missing.join(", ")}.`);
}

/** A scanner that cannot be asked would hold every file for ever. */
function readClamdUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const { protocol, hostname = "", port = "", username, password, pathname = "", search, hash } = url ?? {};
  const rest = [username, password, pathname.replace(/^\/$/, ""), search, hash].join("");
  if (protocol !== "tcp:" || !hostname || !(Number(port) > 0) || rest)
    throw new SettingsError(
      "CLAMD_URL must be the address of a clamd: tcp://host:port, for example tcp://127.0.0.1:3310.",
    );
  return text;
}

/** Addresses and networks are checked here: one that is mistyped would let nobody in, or everybody. */
function readMetrics({ METRICS_TOKEN: token, METRICS_FROM: from }: Environment): Pick<Settings, "metrics"> {
  if (!token && !from) return {};
  const places = (from ?? "").split(",").flatMap((place) => place.trim() || []);
  const isPlace = (place: string) => {
    const [address = "", bits, ...rest] = place.split("/");
    const most = { 4: 32, 6: 128 }[isIP(address)];
    return (
      most !== undefined && rest.length === 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most))
    );
  };
  const wrong = places.filter((place) => !isPlace(place));
  if (wrong.length > 0)
    throw new SettingsError("METRICS_FROM must be addresses or networks, comma separated: 127.0.0.1,10.0.0.0/8.");
  return { metrics: { ...(token && { token }), from: places } };
}

/** All of it or nothing: files that go to the disk by mistake are not where the other servers look for them. */
function readS3(env: Environment): S3Settings | undefined {
  const {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_KEY: key,
    S3_SECRET: secret,
    S3_PATH_STYLE,
  } = env;
  if (endpoint && bucket && region && key && secret)
    return { endpoint, bucket, region, key, secret, pathStyle: S3_PATH_STYLE === "1" };
  const wanted = { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region, S3_KEY: key, S3_SECRET: secret };
  const missing = Object.entries(wanted).flatMap(([name, value]) => (value ? [] : [name]));
  if (missing.length < Object.keys(wanted).length || S3_PATH_STYLE)
    throw new SettingsError(`Files are stored in S3 when all of it is set; missing: ${missing.join(", ")}.`);
  return undefined;
}

/** Headers are `name=value` pairs with percent-encoded values, as OpenTelemetry has them. */
function toOtlp(url: string | undefined, headers = ""): Settings["otlp"] {
  if (!url) return undefined;
  const pairs = headers ? headers.split(",").map((pair) => pair.split(/=(.*)/s, 2)) : [];
  return {
    url: url.replace(/\/+$/, ""),
    headers: Object.fromEntries(
      pairs.map(([name = "", value = ""]) => [name.trim(), decodeURIComponent(value.trim())]),
    ),
  };
}

function toGateway(url: string | undefined, token: string | undefined): Gateway | undefined {
  return url ? { url, token } : undefined;
}
