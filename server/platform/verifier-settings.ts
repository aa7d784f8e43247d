import Type, { type Static } from "typebox";
import { assertHttps, readJsonSetting } from "./json-setting.ts";

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

const setting = {
  name: "VERIFIERS",
  schema: VerifiersSchema,
  example: '{"name": {"url": "…", "secret": "whsec_…", "clientSecret": "…"}}',
};

/** Reads the setting VERIFIERS. Throws SettingsError. */
export function readVerifiers(text: string | undefined, mayBePlain: boolean): VerifierSettings {
  const given = readJsonSetting(setting, text);
  assertHttps(setting.name, Object.fromEntries(Object.entries(given).map(([key, { url }]) => [key, url])), mayBePlain);
  return given;
}
