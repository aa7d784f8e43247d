/**
 * A photograph taken now, with where it was taken when `geolocation` is set (spec §2 photo capture, §3 Geo capture).
 * The value is an object: `imageUrl` and, with geolocation, the capture's place.
 */
export const contract = { props: { "geolocation?": "boolean" }, rendersLabel: true } as const;
