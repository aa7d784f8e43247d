import { expect } from "vitest";
import { readCredentials } from "#server/checkout/providers/drivers.ts";
import { secretNames } from "#server/platform/secret-lists.ts";
import { loadSettings, type Settings } from "#server/platform/settings.ts";

/** Values that must never appear, with a description of each. */
export type KnownSecrets = Map<string, string>;

/**
 * Expects none of the secrets in the lines. Six digits count only on their own, because a timestamp may contain them.
 */
export function expectNoLeaks(lines: readonly string[], secrets: KnownSecrets): void {
  for (const [secret, what] of secrets) {
    const pattern = new RegExp(`(?<!\\d)${secret.replace(/[^\w]/g, "\\$&")}(?!\\d)`, "i");
    expect(
      lines.filter((line) => pattern.test(line)),
      what,
    ).toEqual([]);
  }
}

/** The console output of this process while `run` runs, besides its log. */
export async function captureOutput(run: () => Promise<void>): Promise<string[]> {
  const output: string[] = [];
  const streams = [process.stdout, process.stderr];
  const original = streams.map((stream) => stream.write.bind(stream));
  streams.forEach((stream, i) => {
    stream.write = ((part: string | Uint8Array, ...rest: []) => {
      output.push(Buffer.from(part as string).toString());
      return original[i]!(part, ...rest);
    }) as typeof stream.write;
  });
  try {
    await run();
  } finally {
    streams.forEach((stream, i) => (stream.write = original[i]!));
  }
  return output;
}

/** Settings with an operator's secrets, each added to `secrets`. */
export function withKnownSecrets(secrets: KnownSecrets, env: Record<string, string> = {}): Partial<Settings> {
  const original = Object.fromEntries(secretNames.map((name) => [name, `${name.toLowerCase()}-${"x".repeat(24)}`]));
  const given: Record<string, string> = {
    ...original,
    METRICS_TOKEN: "metrics-token-of-an-operator",
    SANDBOX: "1",
    ...env,
  };
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
