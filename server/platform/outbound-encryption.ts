import { BlockList, isIP } from "node:net";
import pg from "pg";
import { SettingsError } from "./settings-error.ts";

type Values = Readonly<Record<string, string | undefined>>;
/** The host of a connection, and whether it is encrypted with a certificate that is checked. */
interface Connection {
  host: string;
  isEncrypted: boolean;
}

/** Every setting that names an outbound connection. Addresses of payment providers (`…_URL`) are added to these. */
const connections: Readonly<Record<string, (value: string) => Connection>> = {
  DATABASE_URL: readDatabaseUrl,
  DATABASE_OWNER_URL: readDatabaseUrl,
  S3_ENDPOINT: readUrl,
  CLAMD_URL: readUrl,
  SMTP_URL: readSmtpUrl,
  SMS_GATEWAY_URL: readUrl,
  WHATSAPP_GATEWAY_URL: readUrl,
  OTEL_EXPORTER_OTLP_ENDPOINT: readUrl,
  SENTRY_DSN: readUrl,
  WALLET_API_URL: readUrl,
};

/** How to encrypt a connection that is not https. */
const remedies: Readonly<Record<string, string>> = {
  DATABASE_URL: "add ?sslmode=verify-full",
  DATABASE_OWNER_URL: "add ?sslmode=verify-full",
  CLAMD_URL: "use tls://host:port",
  SMTP_URL: "use smtps://, or add ?requireTLS=true",
};

/**
 * Refuses outbound connections without TLS, outside the sandbox. Connections to this machine need none, and
 * `allowed` (ALLOW_UNENCRYPTED) names the settings that may do without. Throws SettingsError with what would allow it.
 */
export function assertEncrypted(env: Values, payments: Values, allowed = ""): void {
  const exempt = readAllowed(allowed, payments);
  if (env["NODE_TLS_REJECT_UNAUTHORIZED"] === "0")
    throw new SettingsError(
      "NODE_TLS_REJECT_UNAUTHORIZED=0 accepts every certificate: name your CA in NODE_EXTRA_CA_CERTS.",
    );
  const addresses = Object.entries(payments).filter(([name]) => name.endsWith("_URL"));
  const plain = [...Object.keys(connections).map((name) => [name, env[name]] as const), ...addresses].flatMap(
    ([name, value]) => (value && !exempt.has(name) && isPlain((connections[name] ?? readUrl)(value)) ? [name] : []),
  );
  if (plain.length === 0) return;
  const remedy = plain.map((name) => `${name} (${remedies[name] ?? "use https://"})`).join(", ");
  const all = [...exempt, ...plain].join(",");
  throw new SettingsError(
    `These connections are not encrypted: ${remedy}. On a network that you trust, allow them by ALLOW_UNENCRYPTED=${all}.`,
  );
}

/** A mistyped name would leave a connection refused, or a comment in place of a decision. */
function readAllowed(allowed: string, payments: Values): ReadonlySet<string> {
  const names = allowed.split(",").flatMap((name) => name.trim() || []);
  const unknown = names.filter((name) => !(name in connections) && !(name.endsWith("_URL") && name in payments));
  if (unknown.length > 0)
    throw new SettingsError(
      `ALLOW_UNENCRYPTED names settings of connections, and ${unknown.join(", ")} is none. Known: ${Object.keys(connections).join(", ")}, and the set addresses of payment providers.`,
    );
  return new Set(names);
}

const isPlain = ({ host, isEncrypted }: Connection): boolean => !isEncrypted && !isThisMachine(host);

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8);
loopback.addAddress("::1", "ipv6");

/** A loopback address, or the folder of a Unix socket. */
function isThisMachine(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, "");
  if (name === "localhost" || name.startsWith("/")) return true;
  const family = isIP(name);
  return family > 0 && loopback.check(name, family === 6 ? "ipv6" : "ipv4");
}

function readUrl(value: string): Connection {
  const { hostname, protocol } = new URL(value);
  return { host: hostname, isEncrypted: protocol === "https:" || protocol === "tls:" };
}

/** Without requireTLS the mail library goes on in clear when the server offers no STARTTLS. It reads 0 as false. */
function readSmtpUrl(value: string): Connection {
  const { hostname, protocol, searchParams } = new URL(value);
  const isChecked = (searchParams.get("tls.rejectUnauthorized") ?? "true") === "true";
  const usesTls = searchParams.get("requireTLS") === "true" && !searchParams.has("ignoreTLS");
  return { host: hostname, isEncrypted: isChecked && (protocol === "smtps:" || usesTls) };
}

/** Asks the driver, because it also reads `ssl=`, `sslrootcert=` and PGSSLMODE. It never falls back to clear text. */
function readDatabaseUrl(value: string): Connection {
  let client: { host: string; ssl: boolean | { rejectUnauthorized?: boolean } };
  try {
    client = new pg.Client({ connectionString: value }) as unknown as typeof client;
  } catch (error) {
    throw new SettingsError("The certificates or the TLS mode of DATABASE_URL cannot be used.", { cause: error });
  }
  const { host, ssl } = client;
  return { host, isEncrypted: typeof ssl === "object" ? ssl.rejectUnauthorized !== false : ssl };
}
