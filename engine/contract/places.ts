import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import type { OperationContract } from "./parts/operation-contract.ts";
import { Bytes, Seed, closed, countDescription, listOf, orNull, text } from "#engine/core/base/shapes.ts";

const Latitude = Type.String({
  pattern: "^-?(([0-9]|[1-8][0-9])([.][0-9]{1,15})?|90([.]0{1,15})?)$",
  maxLength: 20,
  description: "Degrees north of the equator, -90 to 90.",
});
const Longitude = Type.String({
  pattern: "^-?(([0-9]|[1-9][0-9]|1[0-7][0-9])([.][0-9]{1,15})?|180([.]0{1,15})?)$",
  maxLength: 21,
  description: "Degrees east of Greenwich, -180 to 180.",
});
const Point = { latitude: Latitude, longitude: Longitude };
const GeoAddressSchema = closed({
  address: text(500),
  locality: text(200),
  district: text(200),
  state: text(200),
  country: text(200),
  pincode: text(16),
  approximate: Type.Boolean(),
});
const PincodePlaceSchema = closed({
  pincode: Type.String({ pattern: "^[0-9]{6}$" }),
  state: closed({ name: text(100), code: Type.String({ pattern: "^[A-Z]{2}$" }) }),
  district: orNull(text(200)),
  vtc: orNull(text(200)),
  locality: orNull(text(200)),
  city: orNull(text(200)),
  country: Type.Literal("India"),
});
const OptionSchema = closed({
  name: text(300),
  value: text(300),
  disabled: Type.Optional(Type.Boolean()),
  disabledPostfix: Type.Optional(text(100)),
});
const SearchQuery = closed({
  seed: Type.Optional(Seed),
  count: Type.Optional(
    Type.String({ pattern: "^([1-9]|[1-4][0-9]|50)$", maxLength: 2, description: countDescription }),
  ),
  sort: Type.Optional(Type.Literal("name", { description: "The key that sorts the list." })),
  order: Type.Optional(Type.Enum(["1", "-1"], { description: "1 for ascending, -1 for descending." })),
  search: Type.Optional(described(text(100), "The search text; all entries without it.")),
});

/** The postal address of a photo. */
export type GeoAddress = Static<typeof GeoAddressSchema>;
/** The place of a pincode in the postal directory. */
export type PincodePlace = Static<typeof PincodePlaceSchema>;
/** One option of a searched list. */
export type Option = Static<typeof OptionSchema>;

/** Shapes that the OpenAPI document names. */
export const placeShapes = { GeoAddress: GeoAddressSchema, PincodePlace: PincodePlaceSchema, Option: OptionSchema };

/** Operations on places and searched lists. */
export const placeOperations = {
  "places.reverse-geocode": {
    method: "GET",
    service: "utility",
    path: "/reverse-geocode",
    auth: "user",
    summary: "Get the postal address of a point.",
    query: closed(Point),
    data: GeoAddressSchema,
  },
  "places.static-map": {
    method: "GET",
    service: "utility",
    path: "/static-map",
    auth: "user",
    summary: "Get a map image of a point.",
    query: closed({
      ...Point,
      zoom: Type.Optional(
        Type.String({
          pattern: "^([1-9]|1[0-9]|20)$",
          maxLength: 2,
          description: "The zoom level, 1 to 20.",
        }),
      ),
      size: Type.Optional(
        Type.String({
          pattern: "^[1-9][0-9]{1,2}x[1-9][0-9]{1,2}$",
          maxLength: 7,
          description: "The size in pixels: '600x300'.",
        }),
      ),
    }),
    data: Bytes,
    contentTypes: ["image/png"],
  },
  "places.ip-country": {
    method: "GET",
    service: "utility",
    path: "/ip-country",
    auth: "public",
    summary: "Get the caller's country by IP address.",
    data: closed({ ipAddress: text(64), country: orNull(text(64)) }),
  },
  // The contract requires six digits; an unknown pincode answers 404.
  "places.pincode": {
    method: "GET",
    service: "utility",
    path: "/pincode/:pincode",
    auth: "user",
    summary: "Get the place of a pincode.",
    params: closed({
      pincode: Type.String({ pattern: "^[0-9]{6}$", maxLength: 6, description: "The pincode: six digits." }),
    }),
    data: PincodePlaceSchema,
  },
  "institutes.search": {
    method: "GET",
    service: "utility",
    path: "/institutes",
    auth: "user",
    summary: "Search institutes.",
    query: SearchQuery,
    data: listOf(OptionSchema, 50),
  },
  "boards.search": {
    method: "GET",
    service: "utility",
    path: "/boards",
    auth: "user",
    summary: "Search boards.",
    query: SearchQuery,
    data: listOf(OptionSchema, 50),
  },
} as const satisfies Record<string, OperationContract>;
