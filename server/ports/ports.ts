/*
 * Ports to outside services. One more: its interface and drivers beside this file, a key in `Ports`, a line in
 * `createPorts`.
 */
import path from "node:path";
import type pg from "pg";
import type { Secrets } from "#server/platform/secrets.ts";
import type { Settings } from "#server/platform/settings.ts";
import { unconfiguredDirectory, unconfiguredEkyc } from "./unconfigured.ts";
import { createSandboxDirectory } from "./directory-sandbox.ts";
import type { DirectoryPort } from "./directory.ts";
import { createSandboxEkyc } from "./ekyc-sandbox.ts";
import type { EkycPort } from "./ekyc.ts";
import { createSmtp } from "./email-smtp.ts";
import type { ExporterPort } from "./exporter.ts";
import { createOtlpExporter } from "./exporter-otlp.ts";
import { createSentryExporter } from "./exporter-sentry.ts";
import { createSandboxMessages } from "./messages-sandbox.ts";
import { createIssuers } from "./issuers-https.ts";
import type { IssuersPort } from "./issuers.ts";
import type { Channel, MessagePort } from "./messages.ts";
import { Outages } from "./outages.ts";
import { createClamd } from "./scanner-clamd.ts";
import { createSandboxScanner } from "./scanner-sandbox.ts";
import type { ScannerPort } from "./scanner.ts";
import { createSmsGateway } from "./sms-gateway.ts";
import { createFolderStorage } from "./storage-folder.ts";
import { createHttpsVerifier } from "./verifiers-https.ts";
import { sandboxVerifier } from "./verifiers-sandbox.ts";
import type { FindVerifier } from "./verifiers.ts";
import { createS3Storage } from "./storage-s3.ts";
import type { StoragePort } from "./storage.ts";

export interface Ports {
  messages: Record<Channel, MessagePort>;
  ekyc: EkycPort;
  directory: DirectoryPort;
  /** Outside services that also get page reports. */
  exporters: readonly ExporterPort[];
  /** Outages of the sandbox drivers; the real drivers ignore them. */
  outages: Outages;
  /** Undefined: nothing scans for viruses. */
  scanner?: ScannerPort;
  storage: StoragePort;
  /** Other issuers of credentials. */
  issuers: IssuersPort;
  /** The systems of verifiers, by name. */
  verifiers: FindVerifier;
}

/** The storage of the settings. */
export function createStorage({ s3, dataDir }: Pick<Settings, "s3" | "dataDir">): StoragePort {
  return s3 ? createS3Storage(s3) : createFolderStorage(path.join(dataDir, "files"));
}

/** In the sandbox, systems without settings accept everything. */
function createVerifiers({ verifiers, sandbox }: Pick<Settings, "verifiers" | "sandbox">): FindVerifier {
  const known = new Map(Object.entries(verifiers).map(([name, one]) => [name, createHttpsVerifier(one)]));
  return (system) => known.get(system) ?? (sandbox ? sandboxVerifier : undefined);
}

/** Picks a driver per port: the real one if its settings are complete, else the sandbox driver. */
export function createPorts(settings: Settings, pool: pg.Pool, secrets: Secrets): Ports {
  const outages = new Outages();
  const sandbox = createSandboxMessages(pool, secrets, outages);
  const sms = settings.smsGateway ? createSmsGateway(settings.smsGateway) : sandbox;
  return {
    messages: {
      sms,
      whatsapp: settings.whatsappGateway ? createSmsGateway(settings.whatsappGateway) : sms,
      email: settings.smtpUrl ? createSmtp(settings.smtpUrl, settings.mailFrom) : sandbox,
    },
    ekyc: settings.sandbox ? createSandboxEkyc(outages) : unconfiguredEkyc,
    directory: settings.sandbox ? createSandboxDirectory(outages) : unconfiguredDirectory,
    ...(settings.clamdUrl
      ? { scanner: createClamd(settings.clamdUrl) }
      : settings.sandbox && { scanner: createSandboxScanner(outages) }),
    storage: createStorage(settings),
    issuers: createIssuers(),
    verifiers: createVerifiers(settings),
    exporters: [
      ...(settings.otlp ? [createOtlpExporter(settings.otlp)] : []),
      ...(settings.sentryDsn ? [createSentryExporter(settings.sentryDsn)] : []),
    ],
    outages,
  };
}
