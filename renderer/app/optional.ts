import { noteFault } from "#renderer/session/faults.ts";
import { lazy, type ComponentType, type LazyExoticComponent } from "react";

/**
 * A part of the frame that is fetched when it is needed. A line that breaks just then takes away the part, not the page:
 * nobody loses what they typed because a menu could not be loaded.
 */
export function optional<P extends object>(
  load: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      console.warn("A part of the page could not be loaded", error);
      noteFault(error);
      return { default: (() => null) as ComponentType<P> };
    }
  });
}
