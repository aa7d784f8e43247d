import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";

const reducedMotion = "@media (prefers-reduced-motion: reduce)";

const useStyles = makeStyles({
  spinner: {
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
    [reducedMotion]: { animationName: "none" },
  },
  large: { width: "40px", height: "40px", color: tokens.colorBrandStroke1 },
  skeleton: { display: "flex", flexDirection: "column" },
  bar: {
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralStencil1,
    animationName: { from: { opacity: 1 }, to: { opacity: 0.5 } },
    animationDuration: "1s",
    animationIterationCount: "infinite",
    animationDirection: "alternate",
    animationTimingFunction: "ease-in-out",
    [reducedMotion]: { animationName: "none" },
  },
});

/** A spinner. The component that shows it announces the wait, in text or by `aria-busy`. */
export function Spinner({ large }: { large?: boolean }) {
  const styles = useStyles();
  return <span className={mergeClasses(styles.spinner, large && styles.large)} aria-hidden="true" />;
}

/** A skeleton: bars of these heights in px. */
export function Skeleton({ heights, gap }: { heights: readonly number[]; gap: number }) {
  const styles = useStyles();
  return (
    <div aria-busy="true">
      <div className={styles.skeleton} style={{ gap }} aria-hidden="true">
        {heights.map((height, i) => (
          <div key={i} className={styles.bar} style={{ height }} />
        ))}
      </div>
    </div>
  );
}
