/*
 * Small schemas that several contracts share. Ids are loose on purpose: an unknown but well-formed id is 404, not 400.
 * Query values are strings on the wire and stay strings.
 */
import Type, { type TProperties, type TSchema } from "typebox";
import { described } from "./described.ts";
import { entityComment, untranslatedCode, type EntityKind } from "./value-type.ts";

/** An object schema that rejects unknown keys. */
export function closed<P extends TProperties>(properties: P, options: { description?: string } = {}) {
  return Type.Object(properties, { ...options, additionalProperties: false });
}

/** The schema of every list answer: one page as `list`, and the number of all items as `total`. */
export function listOf<T extends TSchema>(item: T, maxItems = 100) {
  return closed({ list: Type.Array(item, { maxItems }), total: Type.Integer({ minimum: 0 }) });
}

/** `schema` or null. */
export function orNull<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** Text of at most `maxLength` characters; may be empty. */
export function text(maxLength = 500) {
  return Type.String({ maxLength });
}

/** Text of 1 to `maxLength` characters. */
export function filled(maxLength = 500) {
  return Type.String({ minLength: 1, maxLength });
}

/** An opaque, URL-safe id. */
export const Id = Type.String({ pattern: "^[A-Za-z0-9_-]{1,128}$", maxLength: 128 });

/** The name of an organisation, form, verification, region or provider. */
export const Name = Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$", maxLength: 64 });

const named = (what: EntityKind, description: string) =>
  Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$", maxLength: 64, $comment: entityComment[what], description });

// Names of a known entity: the check compares them with the existing ones.
export const OrgName = named("organisation", "The id of the organisation.");
export const FormName = named("request", "The id of the request that the organisation makes.");
export const VerificationName = named("verification", "The name of the verification.");
export const RegionName = named("region", "The name of the region: 'IN'.");
export const ProviderName = named("provider", "The name of the provider.");
/** The id of a transaction. */
export const TxnId = Type.String({
  pattern: "^[A-Za-z0-9_-]{1,128}$",
  maxLength: 128,
  $comment: entityComment.transaction,
  description: "The id of the transaction.",
});

/** The key of a field: a name in a form's data. */
export const FieldName = Type.String({
  pattern: "^[A-Za-z][A-Za-z0-9_]{0,63}$",
  maxLength: 64,
  description: "The key of the field in the form's data.",
});

/** A moment, ISO 8601 in UTC. */
export const Moment = Type.String({
  pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6})?Z$",
  maxLength: 32,
});

/** A one-time password: six digits, kept as text because of its leading zeros. */
export const Otp = Type.String({
  pattern: "^[0-9]{6}$",
  maxLength: 6,
  description: "The one-time password: six digits.",
});

/** The id that sending a one-time password returned; the verifying call sends it back. */
export const OtpTxnId = described(Id, "The id from the call that sent the one-time password.");

/** An amount in major units with at most two decimals. */
export const Money = Type.Number({ minimum: 0, maximum: 1_000_000_000 });

/** A currency code; it is shown untranslated. */
export const Currency = Type.Enum(["INR", "USD"], {
  $comment: untranslatedCode,
  description: "The code of the currency: 'INR' or 'USD'.",
});

/** 0 to 100. */
export const Percentage = Type.Number({ minimum: 0, maximum: 100 });

/** Address of an uploaded file. */
export const FileUrl = Type.String({ pattern: "^/utility/api/1[.]0/files/[A-Za-z0-9_-]{1,128}$", maxLength: 200 });

/** Bytes of a file. */
export const Bytes = Type.Unsafe<Uint8Array>({ type: "string", contentMediaType: "application/octet-stream" });

/** Maximum number of fields of a form, mounted forms included. */
export const maxFields = 500;

/** Data of a form. The form definition gives its shape; the handler validates it (code 106). */
export const FormData = Type.Unsafe<Record<string, unknown>>({
  type: "object",
  maxProperties: maxFields,
  description: "The form data, by the keys of the form definition.",
});

/** Offset in a list, as digits. */
export const Seed = Type.String({
  pattern: "^[0-9]{1,9}$",
  maxLength: 9,
  description: "The number of entries to skip; 0 without it.",
});

/** Description of `count`, for lists of any maximum. */
export const countDescription = "The maximum number of entries.";

/** Number of items of a page, 1 to 100, as digits. */
export const Count = Type.String({ pattern: "^([1-9][0-9]?|100)$", maxLength: 3, description: countDescription });

/** A page of a list; the defaults are 0 and 10. */
export const Page = { seed: Type.Optional(Seed), count: Type.Optional(Count) };

/** The keys that identify a transaction of the candidate. */
export const TxnKeys = { orgId: OrgName, txnId: TxnId };

/** An empty object. */
export const Empty = closed({});

/** The organisation as orders and payments show it. */
export const Org = closed(
  {
    displayName: described(text(200), "The display name."),
    imageUrl: described(text(2000), "The URL of the logo; empty without one."),
  },
  { description: "The requesting organisation." },
);
