/**
 * A photograph taken now, with where it was taken when `geolocation` is set.
 * The value is an object: `imageUrl` and, with geolocation, the capture's place.
 */
export const contract = {
  props: { "geolocation?": "boolean" },
  rendersLabel: true,
  takes: { type: ["object"] },
  summary: "/address/address",
} as const;
