import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from "react";
import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";

const useStyles = makeStyles({
  popup: {
    position: "fixed",
    inset: "auto",
    display: "flex",
    flexDirection: "column",
    boxSizing: "border-box",
    margin: 0,
    padding: 0,
    overflow: "hidden",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    boxShadow: tokens.shadow16,
    zIndex: 1000,
  },
});

const gap = 4;
const edge = 8;

export interface PopupProps {
  anchor: RefObject<HTMLElement | null>;
  onDismiss(): void;
  /** Preferred height in pixels; the popup gets less in a small window. */
  height: number;
  /** Width in pixels; defaults to the width of the anchor. */
  width?: number;
  className?: string;
  children: ReactNode;
}

/**
 * A panel below or above its anchor, in the browser's top layer, so that no section clips it. Its element follows the
 * anchor in the document, which keeps the tab and reading order. A press outside dismisses it.
 */
export function Popup({ anchor, onDismiss, height, width, className, children }: PopupProps) {
  const styles = useStyles();
  const panel = useRef<HTMLDivElement>(null);
  const dismiss = useRef(onDismiss);
  useEffect(() => {
    dismiss.current = onDismiss;
  });

  useLayoutEffect(() => {
    const node = panel.current;
    if (!node) return;
    if (typeof node.showPopover === "function") node.showPopover();
    const place = () => placePopup(node, anchor.current, height, width);
    place();
    const outside = (event: Event) => {
      const target = event.target as Node;
      if (!node.contains(target) && !anchor.current?.contains(target)) dismiss.current();
    };
    const view = window.visualViewport;
    window.addEventListener("scroll", place, { capture: true, passive: true });
    window.addEventListener("resize", place);
    view?.addEventListener("resize", place);
    document.addEventListener("pointerdown", outside);
    return () => {
      window.removeEventListener("scroll", place, { capture: true });
      window.removeEventListener("resize", place);
      view?.removeEventListener("resize", place);
      document.removeEventListener("pointerdown", outside);
    };
  }, [anchor, height, width]);

  return (
    <div ref={panel} popover="manual" className={mergeClasses(styles.popup, className)}>
      {children}
    </div>
  );
}

function placePopup(node: HTMLElement, anchor: HTMLElement | null, wanted: number, width: number | undefined): void {
  if (!anchor) return;
  const box = anchor.getBoundingClientRect();
  const viewHeight = window.visualViewport?.height ?? window.innerHeight;
  const viewWidth = document.documentElement.clientWidth;
  const below = viewHeight - box.bottom - gap - edge;
  const above = box.top - gap - edge;
  const under = below >= Math.min(wanted, 240) || below >= above;
  const wide = Math.min(width ?? box.width, viewWidth - 2 * edge);
  const rtl = getComputedStyle(anchor).direction === "rtl";
  const left = Math.max(edge, Math.min(rtl ? box.right - wide : box.left, viewWidth - wide - edge));
  Object.assign(node.style, {
    left: `${left}px`,
    width: `${wide}px`,
    maxHeight: `${Math.max(120, Math.min(wanted, under ? below : above))}px`,
    top: under ? `${box.bottom + gap}px` : "auto",
    bottom: under ? "auto" : `${window.innerHeight - box.top + gap}px`,
  });
}
