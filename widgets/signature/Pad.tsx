import { useRef, useState, type PointerEvent } from "react";
import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import { padHeight, padWidth, readStrokes, toInk, writeStrokes, type PadPoint } from "#engine/core/base/strokes.ts";
import type { WidgetText } from "#widgets/widget.ts";
import { toDrawing, toPadName } from "./signature-value.ts";

const useStyles = makeStyles({
  // White in every theme, as the paper of the stored image.
  pad: {
    display: "block",
    boxSizing: "border-box",
    width: "100%",
    height: "auto",
    aspectRatio: "5 / 2",
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: "#fff",
    touchAction: "none",
    cursor: "crosshair",
  },
  locked: { touchAction: "auto", cursor: "default" },
  invalid: { border: `2px solid ${tokens.colorPaletteRedBorder2}` },
  ink: { fill: "none", stroke: "#12234a", strokeWidth: 7, strokeLinecap: "round", strokeLinejoin: "round" },
  name: {
    fill: "#12234a",
    fontStyle: "italic",
    fontFamily: "'Snell Roundhand', 'Segoe Script', 'Dancing Script', cursive",
  },
  place: { fill: "#5c5c5c", fontFamily: tokens.fontFamilyBase, userSelect: "none" },
  line: { stroke: "#b0b0b0", strokeWidth: 2 },
});

/** Points nearer to the last one add nothing to the line. */
const leastStep = 4;

interface PadProps {
  strokes: string | undefined;
  name: string | undefined;
  isLocked: boolean;
  isInvalid: boolean;
  text: WidgetText;
  onDrawn(strokes: string): void;
}

/** The area to draw in. A stroke ends where the finger, pen or button is lifted. */
export function Pad({ strokes, name, isLocked, isInvalid, text, onDrawn }: PadProps) {
  const styles = useStyles();
  const [stroke, setStroke] = useState<readonly PadPoint[]>([]);
  const pointer = useRef<number>(undefined);

  const begin = (event: PointerEvent<SVGSVGElement>) => {
    if (isLocked || pointer.current !== undefined || event.button !== 0) return;
    pointer.current = event.pointerId;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    setStroke([toPoint(event.currentTarget, event)]);
  };
  const move = (event: PointerEvent<SVGSVGElement>) => {
    if (event.pointerId !== pointer.current) return;
    const pad = event.currentTarget;
    const between = event.nativeEvent.getCoalescedEvents?.() ?? [];
    const points = (between.length > 0 ? between : [event.nativeEvent]).map((one) => toPoint(pad, one));
    setStroke((drawn) => points.reduce(addPoint, drawn));
  };
  const end = (event: PointerEvent<SVGSVGElement>) => {
    if (event.pointerId !== pointer.current) return;
    pointer.current = undefined;
    setStroke([]);
    if (stroke.length > 0) onDrawn(writeStrokes([...(readStrokes(strokes) ?? []), stroke]));
  };
  return (
    <svg
      role="img"
      aria-label={text(toPadName({ strokes, name }))}
      viewBox={`0 0 ${padWidth} ${padHeight}`}
      className={mergeClasses(styles.pad, isLocked && styles.locked, isInvalid && styles.invalid)}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <path className={styles.line} d={`M60 310H${padWidth - 60}`} />
      <path className={styles.ink} d={toDrawing(strokes)} />
      <path className={styles.ink} d={toInk([stroke])} />
      {strokes === undefined && stroke.length === 0 ? <Words name={name} text={text} /> : null}
    </svg>
  );
}

/** The typed name as a signature, or where to sign. */
function Words({ name, text }: Pick<PadProps, "name" | "text">) {
  const styles = useStyles();
  const written = name ?? text("signature.here");
  // A long name is written smaller, so that it stays on the pad.
  const size = name === undefined ? 34 : Math.max(30, Math.min(110, Math.floor(1500 / Math.max(1, written.length))));
  return (
    <text
      x={padWidth / 2}
      y={name === undefined ? 365 : 290}
      textAnchor="middle"
      fontSize={size}
      className={name === undefined ? styles.place : styles.name}
      aria-hidden="true"
    >
      {written}
    </text>
  );
}

function addPoint(drawn: readonly PadPoint[], point: PadPoint): readonly PadPoint[] {
  const last = drawn.at(-1);
  const isFar = !last || Math.hypot(point[0] - last[0], point[1] - last[1]) >= leastStep;
  return isFar ? [...drawn, point] : drawn;
}

/** A point of the screen on the pad; a line that leaves the pad runs along its edge. */
function toPoint(pad: Element, { clientX, clientY }: { clientX: number; clientY: number }): PadPoint {
  const { left, top, width, height } = pad.getBoundingClientRect();
  const scale = (offset: number, size: number, most: number) =>
    Math.min(most, Math.max(0, Math.round((offset / Math.max(1, size)) * most)));
  return [scale(clientX - left, width, padWidth), scale(clientY - top, height, padHeight)];
}
