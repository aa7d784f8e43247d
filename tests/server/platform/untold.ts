import { expect } from "vitest";
import { readCredentials } from "#server/checkout/providers/drivers.ts";
import { secretNames } from "#server/platform/secret-lists.ts";
import { loadSettings, type Settings } from "#server/platform/settings.ts";

/** What must never be told, and what it is. */
export type Secrets = Map<string, string>;

/** None of the lines holds one of the secrets. Digits stand by themselves: those of a moment may hold the same six by chance. */
export function expectUntold(lines: readonly string[], secrets: Secrets): void {
  for (const [secret, what] of secrets) {
    const pattern = new RegExp(`(?<!\\d)${secret.replace(/[^\w]/g, "\\$&")}(?!\\d)`, "i");
    expect(
      lines.filter((line) => pattern.test(line)),
      what,
    ).toEqual([]);
  }
}

/** What this process says while `run` runs, beside its log. */
export async function listenTo(run: () => Promise<void>): Promise<string[]> {
  const said: string[] = [];
  const streams = [process.stdout, process.stderr];
  const own = streams.map((stream) => stream.write.bind(stream));
  streams.forEach((stream, i) => {
    stream.write = ((part: string | Uint8Array, ...rest: []) => {
      said.push(Buffer.from(part as string).toString());
      return own[i]!(part, ...rest);
    }) as typeof stream.write;
  });
  try {
    await run();
  } finally {
    streams.forEach((stream, i) => (stream.write = own[i]!));
  }
  return said;
}

/** Settings that hold secrets of an operator, each written into `secrets`; what they lead to is the caller's. */
export function withSecrets(secrets: Secrets, env: Record<string, string> = {}): Partial<Settings> {
  const own = Object.fromEntries(secretNames.map((name) => [name, `${name.toLowerCase()}-${"x".repeat(24)}`]));
  const given: Record<string, string> = { ...own, METRICS_TOKEN: "metrics-token-of-an-operator", SANDBOX: "1", ...env };
  for (const name of [...secretNames, "METRICS_TOKEN"] as const) secrets.set(given[name]!, name);
  const { payments, metrics, smtpUrl, smsGateway, whatsappGateway, otlp, sentryDsn, s3, ...settings } = loadSettings(
    given,
    readCredentials,
  );
  return {
    secrets: settings.secrets,
    payments,
    ...(metrics && { metrics }),
    ...(smtpUrl && { smtpUrl }),
    ...(smsGateway && { smsGateway }),
    ...(whatsappGateway && { whatsappGateway }),
    ...(otlp && { otlp }),
    ...(sentryDsn && { sentryDsn }),
    ...(s3 && { s3 }),
  };
}
