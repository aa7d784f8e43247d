import type { MouseEvent } from "react";

/**
 * Handles a press of a link inside the page: runs `act`. With a modifier key the browser opens the address itself,
 * unless it is a fragment.
 */
export const onLinkPress =
  (href: string | undefined, act: () => void) =>
  (event: MouseEvent): void => {
    const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (hasModifier && href?.startsWith("/")) return;
    event.preventDefault();
    act();
  };
