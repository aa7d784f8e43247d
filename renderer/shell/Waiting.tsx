import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";

const calm = "@media (prefers-reduced-motion: reduce)";

const useStyles = makeStyles({
  ring: {
    display: "inline-block",
    boxSizing: "border-box",
    width: "20px",
    height: "20px",
    borderRadius: "50%",
    border: "3px solid currentcolor",
    borderInlineEndColor: "transparent",
    animationName: { from: { transform: "rotate(0deg)" }, to: { transform: "rotate(360deg)" } },
    animationDuration: "1s",
    animationIterationCount: "infinite",
    animationTimingFunction: "linear",
    [calm]: { animationName: "none" },
  },
  large: { width: "40px", height: "40px", color: tokens.colorBrandStroke1 },
  bones: { display: "flex", flexDirection: "column" },
  bone: {
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralStencil1,
    animationName: { from: { opacity: 1 }, to: { opacity: 0.5 } },
    animationDuration: "1s",
    animationIterationCount: "infinite",
    animationDirection: "alternate",
    animationTimingFunction: "ease-in-out",
    [calm]: { animationName: "none" },
  },
});

/** Something is going on. Who shows it says so in words or by `aria-busy`. */
export function Ring({ large }: { large?: boolean }) {
  const styles = useStyles();
  return <span className={mergeClasses(styles.ring, large && styles.large)} aria-hidden="true" />;
}

/** The shape of what is on its way: bars of these heights, px. Fluent's Skeleton and Spinner would cost the first screen 4 KB. */
export function Bones({ heights, gap }: { heights: readonly number[]; gap: number }) {
  const styles = useStyles();
  return (
    <div aria-busy="true">
      <div className={styles.bones} style={{ gap }} aria-hidden="true">
        {heights.map((height, i) => (
          <div key={i} className={styles.bone} style={{ height }} />
        ))}
      </div>
    </div>
  );
}
