import type { About } from "#engine/documents/about.ts";

/** What a field may say to it. */
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
  live: "/imageUrl",
} as const;

/** What an editor says of it. */
export const about = {
  is: "A photograph taken now; the value is an object with its imageUrl.",
  props: {
    geolocation: "Where it was taken is asked for and kept with it.",
  },
} satisfies About<typeof contract>;
