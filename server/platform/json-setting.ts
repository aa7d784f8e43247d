import { Ajv } from "ajv";
import type { Static, TSchema } from "typebox";
import { SettingsError } from "./settings-error.ts";

/** A setting that is a JSON object by name: of a partner, a system, an organisation. */
interface JsonSetting<Schema extends TSchema> {
  name: string;
  schema: Schema;
  /** How it is written, for the message. */
  example: string;
}

/** Reads a setting; empty without one. Throws SettingsError with the places of faults, never with values. */
export function readJsonSetting<Schema extends TSchema>(
  { name, schema, example }: JsonSetting<Schema>,
  text: string | undefined,
): Static<Schema> {
  let given: unknown;
  try {
    given = JSON.parse(text || "{}");
  } catch {
    throw new SettingsError(`${name} is no JSON: write ${example}.`);
  }
  const check = new Ajv({ allErrors: true }).compile<Static<Schema>>(schema);
  if (check(given)) return given;
  const faults = (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`.trim());
  throw new SettingsError(`${name} is wrong: ${[...new Set(faults)].join("; ")}.`);
}

/** Throws SettingsError unless all addresses are https. */
export function assertHttps(
  setting: string,
  addresses: Readonly<Record<string, string | undefined>>,
  mayBePlain: boolean,
): void {
  const plain = Object.keys(addresses).filter((key) => addresses[key]?.startsWith("http://"));
  if (plain.length > 0 && !mayBePlain)
    throw new SettingsError(
      `The addresses of ${plain.join(", ")} in ${setting} must be https: they carry personal data.`,
    );
}
