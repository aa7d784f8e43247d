import type { About } from "#engine/core/definitions/about.ts";
import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import type { BlockProps } from "./block.ts";

export const contract = {
  props: { "of?": { value: { type: "object" } }, "text?": "text", "size?": { enum: ["small", "large"] } },
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "Logo, name and a sentence of an organisation.",
  props: {
    of: ["The organisation; the page's own by default.", { var: "item.org" }],
    text: ["A sentence below the name.", "asks you to verify your degree"],
    size: "The size of the logo.",
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

interface ShownOrganisation {
  displayName?: string;
  name?: string;
  logo?: string;
  imageUrl?: string;
}

/** Logo, name and a sentence of an organisation; defaults to the organisation of the page. */
export function Organisation({ of, text, size, scope }: BlockProps<typeof contract>) {
  const styles = useStyles();
  const { displayName, name, logo, imageUrl } = (of ?? scope.scope.roots["organisation"] ?? {}) as ShownOrganisation;
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
