import type { About } from "#engine/documents/about.ts";
import { makeStyles, tokens } from "@fluentui/react-components";
import { Icon } from "#renderer/shell/Icon.tsx";
import type { BlockProps } from "./block.ts";
import { toneColours } from "./parts/tones.ts";

export const contract = {
  props: { icon: "icon", tone: { enum: ["neutral", "info", "success", "warning", "danger"] } },
} as const;

/** What an editor says of it. */
export const about = {
  is: "A quiet sign above a heading that says the same in words.",
  props: {
    icon: "Its picture.",
    tone: "How it is coloured, by what it means.",
  },
} satisfies About<typeof contract>;

const useStyles = makeStyles({
  mark: {
    display: "grid",
    placeItems: "center",
    width: "64px",
    height: "64px",
    marginBlockStart: "16px",
    borderRadius: tokens.borderRadiusCircular,
  },
});

/** A quiet sign above a heading that says the same in words. */
export function Mark({ icon, tone }: BlockProps<typeof contract>) {
  return (
    <div className={useStyles().mark} style={toneColours[tone]}>
      <Icon name={icon} size={32} />
    </div>
  );
}
