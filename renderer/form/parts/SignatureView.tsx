import { makeStyles, tokens } from "@fluentui/react-components";
import { padHeight, padWidth, readStrokes, toInk } from "#engine/core/base/strokes.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";

const useStyles = makeStyles({
  drawing: {
    display: "block",
    boxSizing: "border-box",
    width: "100%",
    maxWidth: "280px",
    height: "auto",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    // The paper of the stored image, in every theme.
    backgroundColor: "#fff",
  },
  ink: { fill: "none", stroke: "#12234a", strokeWidth: 8, strokeLinecap: "round", strokeLinejoin: "round" },
  note: { display: "block", fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground2 },
});

interface SignatureViewProps extends Pick<BlockScope, "uiText"> {
  strokes?: string;
  name?: string;
}

/** A signature of a record: the drawing as it was made, or the typed name. */
export function SignatureView({ strokes, name, uiText }: SignatureViewProps) {
  const styles = useStyles();
  if (name !== undefined)
    return (
      <>
        <bdi>{name}</bdi>
        <span className={styles.note}>{uiText("signature.typed")}</span>
      </>
    );
  return (
    <svg
      role="img"
      aria-label={uiText("signature.drawn")}
      viewBox={`0 0 ${padWidth} ${padHeight}`}
      className={styles.drawing}
    >
      <path className={styles.ink} d={toInk(readStrokes(strokes) ?? [])} />
    </svg>
  );
}
