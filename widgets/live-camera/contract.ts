import type { About } from "#engine/core/definitions/about.ts";

/** Properties of the widget in a form definition. */
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
  valueType: { type: ["object"] },
  summary: "/address/address",
  live: "/imageUrl",
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "A live photo; the value is an object with imageUrl.",
  props: {
    geolocation: "Requires and stores the position.",
  },
} satisfies About<typeof contract>;
