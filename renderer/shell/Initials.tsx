import { makeStyles, tokens } from "@fluentui/react-components";

const useStyles = makeStyles({
  circle: {
    display: "grid",
    placeItems: "center",
    flexShrink: 0,
    borderRadius: tokens.borderRadiusCircular,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorBrandForeground2,
    backgroundColor: tokens.colorBrandBackground2,
  },
});

/** A stand-in for a missing image: the initials of the first and last word. Hidden from assistive technology. */
export function Initials({ name, size = 36 }: { name: string; size?: number }) {
  const styles = useStyles();
  const words = name.split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? "")][0] ?? "");
  return (
    <span className={styles.circle} style={{ width: size, height: size, fontSize: size * 0.38 }} aria-hidden="true">
      {letters.join("").toLocaleUpperCase()}
    </span>
  );
}
