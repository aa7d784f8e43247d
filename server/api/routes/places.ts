import { notFound } from "#server/errors.ts";
import type { Handlers } from "../operations.ts";
import { describePoint, findPincode } from "#server/reference/places/gazetteer.ts";
import { drawMap, readMapQuery } from "#server/reference/places/static-map.ts";
import type { Area } from "./area.ts";

const handlers = {
  "places.reverse-geocode": async ({ query }) => describePoint(Number(query.latitude), Number(query.longitude)),
  "places.static-map": async ({ query }, { reply }) => {
    const picture = await drawMap(readMapQuery(new URLSearchParams(query as Record<string, string>)));
    void reply.type("image/png").header("cache-control", "private, max-age=86400");
    return picture;
  },
  // No service is asked for the country of an address, for the visitor's privacy.
  "places.ip-country": async (_input, { request }) => ({ ipAddress: request.ip, country: null }),
  "places.pincode": async ({ params }, { services }) => {
    const place = await findPincode(services.db, params.pincode);
    if (!place) throw notFound("pincode");
    return place;
  },
} satisfies Handlers;

/** Pincodes, addresses of places and their maps, without external services. */
export const placesArea = { handlers } satisfies Area;
