import type { MouseEvent } from "react";

/**
 * What a press of a link within the page does: `act`. Pressed with a key that asks the browser for a tab, a window or a
 * download of its own, an address that is a place is left to the browser; a fragment (`#…`) is none.
 */
export const onLinkPress =
  (href: string | undefined, act: () => void) =>
  (event: MouseEvent): void => {
    const isBrowsers = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (isBrowsers && href?.startsWith("/")) return;
    event.preventDefault();
    act();
  };
