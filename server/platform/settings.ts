import { isIP } from "node:net";
import path from "node:path";
import { Ajv } from "ajv";
import { once } from "#engine/core/base/once.ts";
import { appRoot } from "#server/root.ts";
import { assertEncrypted } from "./outbound-encryption.ts";
import { readOpenid, type OpenidSettings } from "./openid-settings.ts";
import { readSecrets, type SecretLists } from "./secret-lists.ts";
import { SettingsError } from "./settings-error.ts";
import { readVerifiers, type VerifierSettings } from "./verifier-settings.ts";
import { resolveSettingFiles } from "./settings-files.ts";
import { annotations, Environment, listRequired } from "./settings-schema.ts";

/** The checked settings. Folders are absolute. */
export interface Settings {
  production: boolean;
  port: number;
  host: string;
  /** Without a slash at the end. */
  publicUrl: string;
  dataDir: string;
  databaseUrl?: string;
  /**
   * Another role of that database: it owns the tables and migrates them, and the server's own role cannot rewrite the
   * ledger.
   */
  databaseOwnerUrl?: string;
  schemasDir: string;
  webDir: string;
  /** Another wallet that calls are passed on to, without a slash at the end. */
  walletApiUrl?: string;
  smtpUrl?: string;
  mailFrom: string;
  smsGateway?: MessageGateway;
  whatsappGateway?: MessageGateway;
  /** Where staff of an organisation may sign in. */
  openid: OpenidSettings;
  /** How the systems of verifiers are reached. */
  verifiers: VerifierSettings;
  /** The collector of page reports, and the headers that it wants. */
  otlp?: { url: string; headers: Record<string, string> };
  sentryDsn?: string;
  /** The virus scanner, `tcp://host:port` or `tls://host:port`. */
  clamdUrl?: string;
  /** Access to metrics; without it nothing is measured. */
  metrics?: MetricsSettings;
  /** The bucket for files; without it they go to the data directory. */
  s3?: S3Settings;
  /** Whether anybody sees the API's description and the state of the definitions, or only who may read metrics. */
  operatorPages: "open" | "closed";
  budgets: Budgets;
  sandbox: boolean;
  addressLimits: boolean;
  /** Cache of inspection and OCR results, for the sandbox alone: the text of a document belongs to its owner. */
  ocrCacheDir?: string;
  /** Addresses of the proxies in front, comma separated; false: X-Forwarded-For is ignored. */
  trustProxy: string | false;
  logLevel: string;
  /** Follows changes of the definitions while running. */
  watch: boolean;
  secrets: SecretLists;
  /** Credentials of payment providers, by variable. */
  payments: Readonly<Record<string, string>>;
}

/** What one network address and one candidate may use. */
export interface Budgets {
  callsPerAddress: number;
  publicReadsPerMinute: number;
  inspectionsPerAddressAndHour: number;
  inspectionsPerHour: number;
  storedBytes: number;
  storedBytesPerHour: number;
}

/** A bearer token, and addresses and networks, that may read metrics. */
export interface MetricsSettings {
  token?: string;
  from: readonly string[];
}

/** A bucket of an S3-compatible store. `pathStyle` puts its name into the path instead of the host. */
export interface S3Settings {
  endpoint: string;
  bucket: string;
  region: string;
  key: string;
  secret: string;
  pathStyle: boolean;
}

/** The address that messages are posted to, and its bearer token. */
export interface MessageGateway {
  url: string;
  token?: string;
}

export { SettingsError };

/**
 * Reads and checks the environment. `readPayments` reads the credentials of payment providers. Throws SettingsError
 * with the names of wrong settings, never with their values.
 */
export function loadSettings(
  environment: Record<string, string | undefined>,
  readPayments: (source: Record<string, string | undefined>) => Record<string, string>,
): Settings {
  const source = resolveSettingFiles(environment);
  const env = readEnvironment(source);
  const production = env.NODE_ENV === "production";
  const sandbox = env.SANDBOX === undefined ? !production : env.SANDBOX === "1";
  if (env.ADDRESS_LIMITS === "off" && !sandbox)
    throw new SettingsError("ADDRESS_LIMITS=off is accepted in sandbox mode only (SANDBOX=1).");
  if (env.OCR_CACHE_DIR !== undefined && !sandbox)
    throw new SettingsError(
      "OCR_CACHE_DIR is accepted in sandbox mode only: the text of a document belongs to its owner.",
    );
  if (sandbox && production && env.ALLOW_SANDBOX_IN_PRODUCTION !== "1")
    throw new SettingsError(
      "SANDBOX=1 accepts payments and identities that are not real: with NODE_ENV=production it also needs ALLOW_SANDBOX_IN_PRODUCTION=1.",
    );
  const payments = readPayments(source);
  if (!sandbox) assertFitForPeople(env, production);
  if (!sandbox) assertEncrypted(source, payments, env.ALLOW_UNENCRYPTED);
  const port = Number(env.PORT);
  const host = env.HOST;
  return {
    production,
    port,
    host,
    publicUrl: (
      env.PUBLIC_URL ??
      `http://${host === "0.0.0.0" || host === "::" || host === "127.0.0.1" ? "localhost" : host}:${port}`
    ).replace(/\/+$/, ""),
    dataDir: path.resolve(appRoot, env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    schemasDir: path.resolve(appRoot, env.SCHEMAS_DIR),
    webDir: path.join(appRoot, "dist/web"),
    walletApiUrl: env.WALLET_API_URL?.replace(/\/+$/, ""),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? "Sanad <no-reply@localhost>",
    smsGateway: toMessageGateway(env.SMS_GATEWAY_URL, env.SMS_GATEWAY_TOKEN),
    whatsappGateway: toMessageGateway(env.WHATSAPP_GATEWAY_URL, env.WHATSAPP_GATEWAY_TOKEN),
    openid: readOpenid(env.CONSOLE_OIDC, sandbox),
    verifiers: readVerifiers(env.VERIFIERS, sandbox),
    otlp: toOtlp(env.OTEL_EXPORTER_OTLP_ENDPOINT, env.OTEL_EXPORTER_OTLP_HEADERS),
    sentryDsn: env.SENTRY_DSN,
    ...(env.CLAMD_URL && { clamdUrl: readClamdUrl(env.CLAMD_URL) }),
    ...readMetrics(env),
    s3: readS3(env),
    operatorPages: env.OPERATOR_PAGES ?? (sandbox ? "open" : "closed"),
    budgets: toBudgets(env),
    sandbox,
    addressLimits: env.ADDRESS_LIMITS !== "off",
    ...(env.OCR_CACHE_DIR && { ocrCacheDir: path.resolve(appRoot, env.OCR_CACHE_DIR) }),
    trustProxy: env.TRUST_PROXY ?? false,
    logLevel: env.LOG_LEVEL,
    watch: env.WATCH === undefined ? sandbox : env.WATCH === "1",
    secrets: readSecrets(env, !sandbox && !env.WALLET_API_URL),
    payments,
  };
}

/** `useDefaults` fills in the defaults of the schema. */
const compileCheck = once(() =>
  new Ajv({ allErrors: true, useDefaults: true, keywords: annotations }).compile<Environment>(Environment),
);

/** An empty variable counts as unset, because compose files and shells produce empty ones. */
function readEnvironment(source: Record<string, string | undefined>): Environment {
  const known = Object.keys(Environment.properties);
  const env = Object.fromEntries(known.flatMap((name) => (source[name] ? [[name, source[name]]] : [])));
  const check = compileCheck();
  if (check(env)) return env;
  const faults = (check.errors ?? []).map((error) => `${error.instancePath.slice(1)} ${error.message}`);
  throw new SettingsError(`These settings are wrong: ${[...new Set(faults)].join("; ")}.`);
}

/**
 * Outside the sandbox a message without a service would never arrive, and credentials need an address that stays. A
 * proxy sends no messages; in production it has an address too.
 */
function assertFitForPeople(env: Environment, production: boolean): void {
  const missing = [
    ...(env.WALLET_API_URL ? [] : listRequired("Messages").filter((name) => !env[name])),
    ...(env.WALLET_API_URL && !production ? [] : listRequired("Server").filter((name) => !env[name])),
  ];
  if (missing.length > 0) throw new SettingsError(`Without sandbox mode these must be set: ${missing.join(", ")}.`);
  const mayBePlain = env.WALLET_API_URL && !production;
  if (!mayBePlain && !env.PUBLIC_URL?.startsWith("https://"))
    throw new SettingsError("PUBLIC_URL must start with https://: people send identity documents to it.");
}

/** A scanner with a wrong address would quarantine every file for ever. */
function readClamdUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const { protocol, hostname = "", port = "", username, password, pathname = "", search, hash } = url ?? {};
  const rest = [username, password, pathname.replace(/^\/$/, ""), search, hash].join("");
  if ((protocol !== "tcp:" && protocol !== "tls:") || !hostname || !(Number(port) > 0) || rest)
    throw new SettingsError(
      "CLAMD_URL must be the address of a clamd: tcp://host:port, for example tcp://127.0.0.1:3310. With TLS: tls://host:port.",
    );
  return text;
}

/** Checks addresses and networks, because a typing mistake would admit no client, or all of them. */
function readMetrics({ METRICS_TOKEN: token, METRICS_FROM: from }: Environment): Pick<Settings, "metrics"> {
  if (!token && !from) return {};
  const networks = (from ?? "").split(",").flatMap((network) => network.trim() || []);
  const isNetwork = (network: string) => {
    const [address = "", bits, ...rest] = network.split("/");
    const maxBits = { 4: 32, 6: 128 }[isIP(address)];
    return (
      maxBits !== undefined &&
      rest.length === 0 &&
      (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= maxBits))
    );
  };
  const wrong = networks.filter((network) => !isNetwork(network));
  if (wrong.length > 0)
    throw new SettingsError("METRICS_FROM must be addresses or networks, comma separated: 127.0.0.1,10.0.0.0/8.");
  return { metrics: { ...(token && { token }), from: networks } };
}

const bytesPerMegabyte = 1024 * 1024;

function toBudgets(env: Environment): Budgets {
  return {
    callsPerAddress: Number(env.ADDRESS_CALLS),
    publicReadsPerMinute: Number(env.ADDRESS_READS_PER_MINUTE),
    inspectionsPerAddressAndHour: Number(env.ADDRESS_INSPECTIONS_PER_HOUR),
    inspectionsPerHour: Number(env.CANDIDATE_INSPECTIONS_PER_HOUR),
    storedBytes: Number(env.CANDIDATE_MB) * bytesPerMegabyte,
    storedBytesPerHour: Number(env.CANDIDATE_MB_PER_HOUR) * bytesPerMegabyte,
  };
}

/** The place of candidates' files alone, for commands that need no other setting. */
export function loadStorageSettings(environment: Record<string, string | undefined>): Pick<Settings, "s3" | "dataDir"> {
  const env = readEnvironment(resolveSettingFiles(environment));
  return { s3: readS3(env), dataDir: path.resolve(appRoot, env.DATA_DIR) };
}

/** All of it or nothing: other servers would not find files that go to the disk by mistake. */
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
  const required = { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region, S3_KEY: key, S3_SECRET: secret };
  const missing = Object.entries(required).flatMap(([name, value]) => (value ? [] : [name]));
  if (missing.length < Object.keys(required).length || S3_PATH_STYLE)
    throw new SettingsError(`Files are stored in S3 when all of it is set; missing: ${missing.join(", ")}.`);
  return undefined;
}

/** Headers are `name=value` pairs with percent-encoded values, as OpenTelemetry specifies. */
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

function toMessageGateway(url: string | undefined, token: string | undefined): MessageGateway | undefined {
  return url ? { url, token } : undefined;
}
