import type { About } from "#engine/core/definitions/about.ts";
import { makeStyles, tokens } from "@fluentui/react-components";
import type { BlockProps } from "./block.ts";
import { CopyButton } from "./parts/CopyButton.tsx";

export const contract = {
  props: { code: { value: { type: "string" } }, label: "text", "address?": "text", "copy?": "text" },
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "A QR code with its address.",
  props: {
    code: ["The code as a data: image.", { var: "shareLink.qrCode" }],
    label: ["The accessible name.", "QR code of the link"],
    address: ["The encoded address.", { var: "shareLink.address" }],
    copy: ["The label of the copy button; none by default.", "Copy the link"],
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
  // White in every theme, because cameras cannot read it otherwise.
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

/** A QR code with its address to copy. */
export function QrCode({ code, label, address, copy, scope }: BlockProps<typeof contract>) {
  const styles = useStyles();
  if (typeof code !== "string" || !code.startsWith("data:image/")) return null;
  return (
    <div data-card className={styles.box}>
      <img className={styles.image} src={code} alt={label} />
      {address && (
        <div className={styles.line}>
          <bdi className={styles.address}>{address}</bdi>
          {copy && <CopyButton label={copy} text={address} uiText={scope.uiText} />}
        </div>
      )}
    </div>
  );
}
