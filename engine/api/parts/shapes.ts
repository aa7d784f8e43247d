/*
 * Small schemas that several contracts share. Ids are loose on purpose: a well-formed id that does not exist
 * is 404, not 400. Query values are strings on the wire and stay strings.
 */
import Type, { type TProperties, type TSchema } from "typebox";
import { described } from "#engine/base/described.ts";
import { nameOf, saidAsItStands, type Named } from "#engine/base/known.ts";

/** An object that refuses unknown keys. */
export function closed<P extends TProperties>(properties: P, options: { description?: string } = {}) {
  return Type.Object(properties, { ...options, additionalProperties: false });
}

/** The answer of every list: one page and the number of all, always under these two names. */
export function listOf<T extends TSchema>(item: T, maxItems = 100) {
  return closed({ list: Type.Array(item, { maxItems }), total: Type.Integer({ minimum: 0 }) });
}

/** `schema` or null. */
export function orNull<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** Text up to `maxLength` characters, perhaps empty. */
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

const named = (what: Named, description: string) =>
  Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$", maxLength: 64, $comment: nameOf[what], description });

// Names of which it is known what they name: the check of documents compares them with those that there are.
export const OrgName = named("organisation", "The id of the organisation.");
export const FormName = named("request", "The id of the form that the organisation asks for.");
export const VerificationName = named("verification", "The name of the verification.");
export const RegionName = named("region", "The name of the region: 'IN'.");
export const ProviderName = named("provider", "The name of the provider.");
/** The id of a transaction. */
export const TxnId = Type.String({
  pattern: "^[A-Za-z0-9_-]{1,128}$",
  maxLength: 128,
  $comment: nameOf.transaction,
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
  description: "The one-time password that was typed: six digits.",
});

/** What sending a one-time password answered, for the call that brings it back. */
export const OtpTxnId = described(Id, "The id that sending the one-time password answered.");

/** An amount in major units with at most two decimals. */
export const Money = Type.Number({ minimum: 0, maximum: 1_000_000_000 });

/** A code that people read as it stands. */
export const Currency = Type.Enum(["INR", "USD"], {
  $comment: saidAsItStands,
  description: "The code of the currency: 'INR' or 'USD'.",
});

/** 0 to 100. */
export const Percentage = Type.Number({ minimum: 0, maximum: 100 });

/** Where an uploaded file is read. */
export const FileUrl = Type.String({ pattern: "^/utility/api/1[.]0/files/[A-Za-z0-9_-]{1,128}$", maxLength: 200 });

/** Bytes: a file on its way in or out. */
export const Bytes = Type.Unsafe<Uint8Array>({ type: "string", contentMediaType: "application/octet-stream" });

/** How many fields a form has at most, those of forms that it holds included: what a call takes, and what is said of them. */
export const mostFields = 500;

/** What a form holds; its shape is the form document's, which the handler checks (code 106). */
export const FormData = Type.Unsafe<Record<string, unknown>>({
  type: "object",
  maxProperties: mostFields,
  description: "The keys of the form document; checked against it.",
});

/** Digits for an offset in a list. */
export const Seed = Type.String({
  pattern: "^[0-9]{1,9}$",
  maxLength: 9,
  description: "How many of the list are passed over; none without it.",
});

/** What `count` means, whatever a list gives at most. */
export const countLine = "How many of the list come at most.";

/** Digits from 1 to 100: how many of a list. */
export const Count = Type.String({ pattern: "^([1-9][0-9]?|100)$", maxLength: 3, description: countLine });

/** A page of a list; without them 0 and 10. */
export const Page = { seed: Type.Optional(Seed), count: Type.Optional(Count) };

/** The keys that find a transaction of the candidate. */
export const TxnKeys = { orgId: OrgName, txnId: TxnId };

/** An answer with nothing in it. */
export const Nothing = closed({});

/** The organisation as orders and payments show it. */
export const Org = closed(
  {
    displayName: described(text(200), "What people call it."),
    imageUrl: described(text(2000), "Address of its logo; empty without one."),
  },
  { description: "The organisation that asks." },
);
