import { Ajv } from "ajv";
import Type, { type Static } from "typebox";
import { once } from "#engine/core/base/once.ts";
import { SettingsError } from "./settings-error.ts";

const closed = { additionalProperties: false } as const;
const ProvidersSchema = Type.Record(
  Type.String({ pattern: "^[a-z0-9][a-z0-9-]{0,63}$" }),
  Type.Object(
    {
      issuer: Type.String({ pattern: "^https?://[^\\s]+$", maxLength: 2000 }),
      clientId: Type.String({ minLength: 1, maxLength: 500 }),
      clientSecret: Type.String({ minLength: 1, maxLength: 500 }),
      /** The name on the sign-in button: "Harbour Staffing account". */
      name: Type.String({ minLength: 1, maxLength: 60 }),
    },
    closed,
  ),
  closed,
);

/** The OpenID Connect providers of organisations, by organisation. */
export type OpenidSettings = Static<typeof ProvidersSchema>;

const compileCheck = once(() => new Ajv({ allErrors: true }).compile<OpenidSettings>(ProvidersSchema));

/** Reads the setting CONSOLE_OIDC. Throws SettingsError with the places of faults, never with values. */
export function readOpenid(text: string | undefined, mayBePlain: boolean): OpenidSettings {
  if (!text) return {};
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw new SettingsError(
      'CONSOLE_OIDC is no JSON: write {"organisation": {"issuer": "…", "clientId": "…", "clientSecret": "…", "name": "…"}}.',
    );
  }
  const check = compileCheck();
  if (!check(given)) {
    const faults = (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`.trim());
    throw new SettingsError(`CONSOLE_OIDC is wrong: ${[...new Set(faults)].join("; ")}.`);
  }
  const plain = Object.keys(given).filter((orgId) => !mayBePlain && !given[orgId]!.issuer.startsWith("https://"));
  if (plain.length > 0) throw new SettingsError(`The issuers of ${plain.join(", ")} in CONSOLE_OIDC must be https.`);
  return given;
}
