import type { About } from "#engine/documents/about.ts";
import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import type { BlockProps } from "./block.ts";

export const contract = {
  props: { "of?": { value: { type: "object" } }, "text?": "text", "size?": { enum: ["small", "large"] } },
} as const;

/** What an editor says of it. */
export const about = {
  is: "Who asks: logo, name and a sentence.",
  props: {
    of: ["The organisation; without it the one of the page.", { var: "item.org" }],
    text: ["The sentence below its name.", "asks you to verify your degree"],
    size: "How large the logo is.",
  },
} satisfies About<typeof contract>;

const useStyles = makeStyles({
  row: { display: "flex", alignItems: "center", gap: "16px" },
  large: { flexDirection: "column", alignItems: "flex-start", paddingBlockStart: "24px" },
  logo: { width: "48px", height: "48px", objectFit: "contain", borderRadius: tokens.borderRadiusLarge },
  largeLogo: { width: "64px", height: "64px" },
  largeName: { fontSize: tokens.fontSizeBase500, lineHeight: tokens.lineHeightBase500 },
  name: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  text: { margin: 0, color: tokens.colorNeutralForeground2, lineHeight: tokens.lineHeightBase300 },
});

interface Shown {
  displayName?: string;
  name?: string;
  logo?: string;
  imageUrl?: string;
}

/** Who asks: logo, name and a sentence. Without `of` it is the organisation of the page. */
export function Organisation({ of, text, size, scope }: BlockProps<typeof contract>) {
  const styles = useStyles();
  const { displayName, name, logo, imageUrl } = (of ?? scope.scope.roots["organisation"] ?? {}) as Shown;
  const picture = imageUrl ?? logo;
  const large = size === "large";
  return (
    <div className={mergeClasses(styles.row, large && styles.large)}>
      {picture && <img className={mergeClasses(styles.logo, large && styles.largeLogo)} src={picture} alt="" />}
      <div>
        <p className={mergeClasses(styles.name, large && styles.largeName)}>{displayName ?? name}</p>
        {text && <p className={styles.text}>{text}</p>}
      </div>
    </div>
  );
}
