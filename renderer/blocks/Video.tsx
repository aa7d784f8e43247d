import type { About } from "#engine/documents/about.ts";
import type { BlockProps } from "./block.ts";

export const contract = { props: { src: { value: { type: "string" } }, label: "text" } } as const;

/** What an editor says of it. */
export const about = {
  is: "A film with controls and without download.",
  props: {
    src: ["Its address.", { var: "organisation.demoVideo" }],
    label: ["What it shows, to who cannot see it.", "How it is done"],
  },
} satisfies About<typeof contract>;

/** A film with controls and without download. */
export function Video({ src, label }: BlockProps<typeof contract>) {
  return typeof src === "string" && src ? (
    <video src={src} aria-label={label} controls controlsList="nodownload" style={{ width: "100%", borderRadius: 8 }} />
  ) : null;
}
