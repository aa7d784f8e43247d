import Type, { type Static } from "typebox";
import type { OperationContract } from "./parts/operation-contract.ts";
import { Bytes, Seed, closed, listOf, orNull, text } from "./parts/shapes.ts";

const Latitude = Type.String({ pattern: "^-?(([0-9]|[1-8][0-9])([.][0-9]{1,15})?|90([.]0{1,15})?)$", maxLength: 20 });
const Longitude = Type.String({
  pattern: "^-?(([0-9]|[1-9][0-9]|1[0-7][0-9])([.][0-9]{1,15})?|180([.]0{1,15})?)$",
  maxLength: 21,
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
  count: Type.Optional(Type.String({ pattern: "^([1-9]|[1-4][0-9]|50)$", maxLength: 2 })),
  sort: Type.Optional(Type.Literal("name")),
  order: Type.Optional(Type.Enum(["1", "-1"])),
  search: Type.Optional(text(100)),
});

/** Where a photo was taken, in words. */
export type GeoAddress = Static<typeof GeoAddressSchema>;
/** What the postal directory knows of a pincode. */
export type PincodePlace = Static<typeof PincodePlaceSchema>;
/** One choice of a list. */
export type Option = Static<typeof OptionSchema>;

/** The shapes of this area that the API document names. */
export const placeShapes = { GeoAddress: GeoAddressSchema, PincodePlace: PincodePlaceSchema, Option: OptionSchema };

/** The operations on places and on the lists that are searched. */
export const placeOperations = {
  "places.reverse-geocode": {
    method: "GET",
    service: "utility",
    path: "/reverse-geocode",
    auth: "user",
    summary: "The address of a point.",
    query: closed(Point),
    data: GeoAddressSchema,
  },
  "places.static-map": {
    method: "GET",
    service: "utility",
    path: "/static-map",
    auth: "user",
    summary: "A map of a point.",
    query: closed({
      ...Point,
      zoom: Type.Optional(Type.String({ pattern: "^([1-9]|1[0-9]|20)$", maxLength: 2 })),
      size: Type.Optional(Type.String({ pattern: "^[1-9][0-9]{1,2}x[1-9][0-9]{1,2}$", maxLength: 7 })),
    }),
    data: Bytes,
    contentTypes: ["image/png"],
  },
  "places.ip-country": {
    method: "GET",
    service: "utility",
    path: "/ip-country",
    auth: "public",
    summary: "The caller's country.",
    data: closed({ ipAddress: text(64), country: orNull(text(64)) }),
  },
  // Six digits are the contract; an unknown one is 404.
  "places.pincode": {
    method: "GET",
    service: "utility",
    path: "/pincode/:pincode",
    auth: "user",
    summary: "The place of a pincode.",
    params: closed({ pincode: Type.String({ pattern: "^[0-9]{6}$", maxLength: 6 }) }),
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
