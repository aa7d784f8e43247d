import { mergeClasses } from "@fluentui/react-components";
import type { JudgedLook, Look } from "#engine/picture/judge-look.ts";
import { usePhotosStyles } from "./photos-styles.ts";

export interface PaperOutlineProps {
  look?: Look;
  glare?: JudgedLook["glare"];
  good: boolean;
}

/** The paper's edge and what reflects on it, drawn over the live picture; without a paper, a sheet to aim at. */
export function PaperOutline({ look, glare, good }: PaperOutlineProps) {
  const styles = usePhotosStyles();
  const { width, height } = look?.picture ?? { width: 150, height: 200 };
  const corners = look?.sheet?.corners;
  const down = Math.min(height * 0.86, width * 0.86 * Math.SQRT2);
  const across = down / Math.SQRT2;
  return (
    <svg aria-hidden className={styles.outline} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="xMidYMid meet">
      {corners ? (
        <polygon
          className={mergeClasses(styles.edge, good && styles.goodEdge)}
          points={corners.map(([x, y]) => `${x + 0.5},${y + 0.5}`).join(" ")}
        />
      ) : (
        <rect
          className={styles.aim}
          x={(width - across) / 2}
          y={(height - down) / 2}
          width={across}
          height={down}
          rx={3}
        />
      )}
      {glare ? <circle className={styles.glare} cx={glare[0]} cy={glare[1]} r={height * 0.06} /> : null}
    </svg>
  );
}
