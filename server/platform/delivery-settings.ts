import Type, { type Static } from "typebox";
import { assertHttps, readJsonSetting } from "./json-setting.ts";

const closed = { additionalProperties: false } as const;
const HttpsSchema = Type.Object(
  {
    url: Type.String({ pattern: "^https?://[^\\s]+$", maxLength: 2000 }),
    /** The key that both sides sign with. */
    secret: Type.String({ pattern: "^whsec_[A-Za-z0-9+/]{32,}={0,2}$", maxLength: 500 }),
  },
  closed,
);
const SftpSchema = Type.Object(
  {
    host: Type.String({ minLength: 1, maxLength: 255 }),
    port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65535 })),
    user: Type.String({ minLength: 1, maxLength: 200 }),
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    privateKey: Type.Optional(Type.String({ minLength: 1, maxLength: 16_000 })),
    /** `SHA256:…`, as `ssh-keygen -l` shows it. */
    hostKey: Type.String({ pattern: "^SHA256:[A-Za-z0-9+/]{43}$" }),
    folder: Type.String({ pattern: "^[^\\0]+$", maxLength: 500 }),
  },
  closed,
);
const EmailSchema = Type.Object(
  {
    to: Type.String({ pattern: "^[^@\\s]+@[^@\\s]+$", maxLength: 320 }),
    /** The phone that gets the code; without it a second mail has the code. */
    codeTo: Type.Optional(Type.String({ pattern: "^\\+[1-9][0-9]{6,14}$" })),
  },
  closed,
);
const DeliveriesSchema = Type.Record(
  Type.String({ pattern: "^[a-z0-9][a-z0-9-]{0,63}$" }),
  Type.Object(
    { https: Type.Optional(HttpsSchema), sftp: Type.Optional(SftpSchema), email: Type.Optional(EmailSchema) },
    closed,
  ),
  closed,
);

export type HttpsDelivery = Static<typeof HttpsSchema>;
export type SftpDelivery = Static<typeof SftpSchema>;
export type EmailDelivery = Static<typeof EmailSchema>;
/** Addresses and keys of evaluation partners, by partner and driver. */
export type DeliverySettings = Static<typeof DeliveriesSchema>;

const setting = {
  name: "DELIVERIES",
  schema: DeliveriesSchema,
  example: '{"partner": {"https": {"url": "…", "secret": "whsec_…"}}}',
};

/** Reads the setting DELIVERIES. Throws SettingsError. */
export function readDeliveries(text: string | undefined, mayBePlain: boolean): DeliverySettings {
  const given = readJsonSetting(setting, text);
  const addresses = Object.entries(given).map(([partner, { https }]) => [partner, https?.url] as const);
  assertHttps(setting.name, Object.fromEntries(addresses), mayBePlain);
  return given;
}
