import { useRef, useState } from "react";
import type { Place } from "./file-places.ts";
import { allTypes, findRefusal, type Arrival } from "./file-rules.ts";
import { toPendingKey, useFilePlaces } from "./use-file-places.ts";
import type { FilePlace } from "./use-file-tile.ts";
import type { FileWidget } from "./use-upload.ts";

/** The state of a field of several files. `onRemoved` takes the focus of a file that is gone. */
export function useSeveral(widget: FileWidget, max: number, onRemoved: () => void) {
  const { id, text, label } = widget;
  const { places, add, set, remove, move } = useFilePlaces(widget, max);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [moved, setMoved] = useState("");
  const busy = useRef(new Set<number>());

  const setBusy = (number: number, isBusy: boolean) => {
    if (isBusy) busy.current.add(number);
    else busy.current.delete(number);
    widget.onBusy?.(busy.current.size > 0);
  };
  const choose = (chosen: readonly File[], arrival: Arrival) => {
    if (widget.disabled || widget.readOnly || chosen.length === 0) return;
    const { accepted, reasons } = sortOut(widget, chosen, { arrival, room: max - places.length });
    setRefused(reasons);
    add(accepted);
  };
  const toPlace = (one: Place, at: number): FilePlace => ({
    at,
    last: places.length - 1,
    name: text("files.one", { label, n: at + 1 }),
    ...(one.first && { first: one.first }),
    onDropped: (dropped) => choose(dropped, "drop"),
    onRemoved: () => {
      setRefused([]);
      remove(one.number);
      setTimeout(onRemoved);
    },
    onMove: (step, name) => {
      move(one.number, step);
      setMoved(text("files.moved", { name, n: at + 1 + step }));
      setTimeout(() => focusMove(`${id}-${one.number}`, step));
    },
  });
  const toWidget = (one: Place) => toPlaceWidget(widget, one, { set, setBusy });
  return { places, refused, moved, choose, toPlace, toWidget };
}

/** Moving a file in the document takes the focus of its button; at an end the other button has it. */
function focusMove(id: string, step: 1 | -1): void {
  const sides = step === 1 ? ["down", "up"] : ["up", "down"];
  const buttons = sides.map((side) => document.getElementById(`${id}-${side}`) as HTMLButtonElement | null);
  buttons.find((button) => button && !button.disabled)?.focus();
}

interface PlaceActions {
  set(number: number, fileUrl: string | undefined): void;
  setBusy(number: number, isBusy: boolean): void;
}

/** The widget of one place: its value is one address. */
function toPlaceWidget(widget: FileWidget, { number, fileUrl }: Place, { set, setBusy }: PlaceActions): FileWidget {
  const { documentFacts: _facts, ...rest } = widget;
  const { merge: _merge, max: _max, maxFiles: _maxFiles, ...props } = widget.props;
  return {
    ...rest,
    props,
    id: `${widget.id}-${number}`,
    pendingKey: toPendingKey(widget.pointer, number),
    value: fileUrl,
    invalid: false,
    describedBy: undefined,
    onChange: () => undefined,
    // Without an argument the tile has found a virus in the file.
    onCommit: (...next: [unknown?]) => set(number, typeof next[0] === "string" ? next[0] : undefined),
    onBusy: (isBusy) => setBusy(number, isBusy),
  };
}

/** The files to upload, and why each other one is refused. */
function sortOut(
  { accept = allTypes, props, text }: FileWidget,
  chosen: readonly File[],
  { arrival, room }: { arrival: Arrival; room: number },
): { accepted: File[]; reasons: string[] } {
  const accepted: File[] = [];
  const reasons: string[] = [];
  const rules = { accept, maxFiles: 1, anySize: props.category === "photo" };
  for (const file of chosen) {
    const tooMany = { key: "file.too-many", values: { n: props.max ?? 1 } } as const;
    const refusal = findRefusal([file], rules, arrival) ?? (accepted.length >= room ? tooMany : undefined);
    if (refusal) reasons.push(`${file.name}: ${text(refusal.key, refusal.values)}`);
    else accepted.push(file);
  }
  return { accepted, reasons };
}
