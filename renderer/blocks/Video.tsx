import type { BlockProps } from "./block.ts";

export const contract = { props: { src: { value: { type: "string" } }, label: "text" } } as const;

/** A film with controls and without download. */
export function Video({ src, label }: BlockProps<typeof contract>) {
  return typeof src === "string" && src ? (
    <video src={src} aria-label={label} controls controlsList="nodownload" style={{ width: "100%", borderRadius: 8 }} />
  ) : null;
}
