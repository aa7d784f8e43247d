import type { About } from "#engine/core/definitions/about.ts";
import { makeStyles, tokens } from "@fluentui/react-components";
import { Icon } from "#renderer/shell/Icon.tsx";
import type { BlockProps } from "./block.ts";
import { toneColours } from "./parts/tones.ts";

export const contract = {
  props: { icon: "icon", tone: { enum: ["neutral", "info", "success", "warning", "danger"] } },
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "An icon above a heading with the same meaning.",
  props: {
    icon: "The icon.",
    tone: "Tone by meaning; sets the colour.",
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

/** An icon above a heading that has the same meaning. */
export function StatusIcon({ icon, tone }: BlockProps<typeof contract>) {
  return (
    <div className={useStyles().mark} style={toneColours[tone]}>
      <Icon name={icon} size={32} />
    </div>
  );
}
