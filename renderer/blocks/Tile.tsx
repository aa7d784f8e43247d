import type { BlockProps } from "./block.ts";
import { TileButton } from "./parts/TileButton.tsx";

export const contract = { props: { icon: "string", label: "text", "status?": "text", "note?": "text", "tone?": "value", "disabled?": "rule" }, events: ["press"] } as const;

/** One thing to do. */
export function Tile({ icon, label, status, note, tone, disabled, raise }: BlockProps<typeof contract>) {
  return <TileButton icon={icon} label={label} status={status} note={note} tone={tone} disabled={disabled} onPress={() => void raise("press")} />;
}
