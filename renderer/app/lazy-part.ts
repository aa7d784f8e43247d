import { recordError } from "#renderer/session/page-errors.ts";
import { loadCode, reloadForCode } from "#renderer/session/code-loading.ts";
import { createElement, lazy, useEffect, useState, type ComponentType } from "react";

/**
 * A part of the frame that loads on demand. If loading fails, the part is missing and the page stays. The next mount
 * loads it again. `missing` handles the failure where the user waits for the part.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  missing?: (props: P) => void,
): ComponentType<P> {
  const createLazy = (isRetry = false) =>
    lazy(async () => {
      try {
        return { default: await loadCode(load) };
      } catch (error) {
        // Some browsers never retry a failed module: where the user asks again, the page reloads.
        if (isRetry && (await reloadForCode(error))) await new Promise(() => undefined);
        console.warn("A part of the page could not be loaded", error);
        recordError(error);
        return { default: Missing };
      }
    });
  let part = createLazy();
  function Missing(props: P): null {
    useEffect(() => {
      part = createLazy(missing !== undefined);
      missing?.(props);
    });
    return null;
  }
  return function LazyPart(props: P) {
    const [Part] = useState(() => part);
    return createElement(Part as ComponentType<P>, props);
  };
}
