import { mergeClasses } from "@fluentui/react-components";
import type { CaptureAdvice, CameraFrame } from "#engine/vision/picture/capture-hint.ts";
import { usePhotosStyles } from "./photos-styles.ts";

export interface DocumentOutlineProps {
  frame?: CameraFrame;
  glare?: CaptureAdvice["glare"];
  good: boolean;
}

/** Draws the detected outline and glare over the live picture; without a document, a frame to aim at. */
export function DocumentOutline({ frame, glare, good }: DocumentOutlineProps) {
  const styles = usePhotosStyles();
  const { width, height } = frame?.picture ?? { width: 150, height: 200 };
  const corners = frame?.page?.corners;
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
