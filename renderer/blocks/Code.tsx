import type { About } from "#engine/documents/about.ts";
import { makeStyles, tokens } from "@fluentui/react-components";
import type { BlockProps } from "./block.ts";
import { CopyButton } from "./parts/CopyButton.tsx";

export const contract = {
  props: { drawn: { value: { type: "string" } }, label: "text", "address?": "text", "copy?": "text" },
} as const;

/** What an editor says of it. */
export const about = {
  is: "A QR code to hold out to somebody, and the address in it.",
  props: {
    drawn: ["The code as a picture.", { var: "link.code" }],
    label: ["What it is, to who cannot see it.", "QR code of the link"],
    address: ["The address in it.", { var: "link.address" }],
    copy: ["The words of the button that copies the address; none without them.", "Copy the link"],
  },
} satisfies About<typeof contract>;

const useStyles = makeStyles({
  box: {
    display: "flex",
    flexDirection: "column",
    alignItems: "center",
    gap: "8px",
    padding: "20px",
    borderRadius: "8px",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  // On white in every theme, or no camera reads it.
  image: {
    width: "min(260px, 100%)",
    aspectRatio: "1",
    padding: "8px",
    borderRadius: "8px",
    backgroundColor: "#ffffff",
  },
  line: { display: "flex", alignItems: "center", gap: "4px", maxWidth: "100%" },
  address: {
    minWidth: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    overflowWrap: "anywhere",
    color: tokens.colorNeutralForeground2,
  },
});

/** A QR code to hold out to somebody, with its address to copy. */
export function Code({ drawn, label, address, copy, scope }: BlockProps<typeof contract>) {
  const styles = useStyles();
  if (typeof drawn !== "string" || !drawn.startsWith("data:image/")) return null;
  return (
    <div data-card className={styles.box}>
      <img className={styles.image} src={drawn} alt={label} />
      {address && (
        <div className={styles.line}>
          <bdi className={styles.address}>{address}</bdi>
          {copy && <CopyButton label={copy} text={address} words={scope.words} />}
        </div>
      )}
    </div>
  );
}
