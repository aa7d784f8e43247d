import Type, { type Static } from "typebox";
import { assertHttps, readJsonSetting } from "./json-setting.ts";

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

const setting = {
  name: "CONSOLE_OIDC",
  schema: ProvidersSchema,
  example: '{"organisation": {"issuer": "…", "clientId": "…", "clientSecret": "…", "name": "…"}}',
};

/** Reads the setting CONSOLE_OIDC. Throws SettingsError. */
export function readOpenid(text: string | undefined, mayBePlain: boolean): OpenidSettings {
  const given = readJsonSetting(setting, text);
  assertHttps(
    setting.name,
    Object.fromEntries(Object.entries(given).map(([key, { issuer }]) => [key, issuer])),
    mayBePlain,
  );
  return given;
}
