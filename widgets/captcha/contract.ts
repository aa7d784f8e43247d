import type { About } from "#engine/documents/about.ts";

/** What a field may say to it. */
export const contract = { props: {}, takes: { type: ["string"] } } as const;

/** What an editor says of it. */
export const about = {
  is: "Characters to read from a picture that the server draws; or work that the device does for who cannot read them.",
  props: {},
} satisfies About<typeof contract>;
