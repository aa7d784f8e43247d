import { Ajv } from "ajv";
import Type, { type Static } from "typebox";
import { once } from "#engine/core/base/once.ts";
import { SettingsError } from "./settings-error.ts";

const closed = { additionalProperties: false } as const;
const VerifiersSchema = Type.Record(
  Type.String({ pattern: "^[a-z0-9][a-z0-9-]{0,63}$" }),
  Type.Object(
    {
      /** Receives the events. */
      url: Type.String({ pattern: "^https?://[^\\s]+$", maxLength: 2000 }),
      /** The key that both sides sign events with. */
      secret: Type.String({ pattern: "^whsec_[A-Za-z0-9+/]{32,}={0,2}$", maxLength: 500 }),
      /** The secret of the client; its id is the name. */
      clientSecret: Type.String({ minLength: 32, maxLength: 500 }),
    },
    closed,
  ),
  closed,
);

/** Addresses and keys of verifiers' systems, by their names in catalogues/verifiers. */
export type VerifierSettings = Static<typeof VerifiersSchema>;

const compileCheck = once(() => new Ajv({ allErrors: true }).compile<VerifierSettings>(VerifiersSchema));

/** Reads the setting VERIFIERS. Throws SettingsError with the places of faults, never with values. */
export function readVerifiers(text: string | undefined, mayBePlain: boolean): VerifierSettings {
  if (!text) return {};
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw new SettingsError(
      'VERIFIERS is no JSON: write {"name": {"url": "…", "secret": "whsec_…", "clientSecret": "…"}}.',
    );
  }
  const check = compileCheck();
  if (!check(given)) {
    const faults = (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`.trim());
    throw new SettingsError(`VERIFIERS is wrong: ${[...new Set(faults)].join("; ")}.`);
  }
  const plain = Object.keys(given).filter((name) => !mayBePlain && !given[name]!.url.startsWith("https://"));
  if (plain.length > 0) throw new SettingsError(`The addresses of ${plain.join(", ")} in VERIFIERS must be https.`);
  return given;
}
