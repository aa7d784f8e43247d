/**
 * A photograph taken now, with where it was taken when `geolocation` is set.
 * The value is an object: `imageUrl` and, with geolocation, the capture's place.
 */
export const contract = {
  props: { "geolocation?": "boolean" },
  rendersLabel: true,
  writes: {
    "": { imageUrl: "string", timestamp: "number" },
    geolocation: {
      latitude: "number",
      longitude: "number",
      accuracy: "number",
      mapImage: "string",
      ipAddress: "string",
      address: {
        address: "string",
        locality: "string",
        district: "string",
        state: "string",
        country: "string",
        pincode: "string",
      },
    },
  },
  takes: { type: ["object"] },
  summary: "/address/address",
} as const;
