import { noteFault } from "#renderer/session/faults.ts";
import { fetchCode } from "#renderer/session/page-code.ts";
import { createElement, lazy, useEffect, useState, type ComponentType } from "react";

/**
 * A part of the frame that is fetched when it is needed. A line that breaks just then takes away the part, not the page:
 * nobody loses what they typed because a menu could not be loaded. Where it is drawn anew, it is fetched again; `missing`
 * says what is done where somebody waits for it.
 */
export function optional<P extends object>(
  load: () => Promise<ComponentType<P>>,
  missing?: (props: P) => void,
): ComponentType<P> {
  const fetchLater = () =>
    lazy(async () => {
      try {
        return { default: await fetchCode(load) };
      } catch (error) {
        console.warn("A part of the page could not be loaded", error);
        noteFault(error);
        return { default: Missing };
      }
    });
  let part = fetchLater();
  function Missing(props: P): null {
    useEffect(() => {
      part = fetchLater();
      missing?.(props);
    });
    return null;
  }
  return function Optional(props: P) {
    const [now] = useState(() => part);
    return createElement(now as ComponentType<P>, props);
  };
}
