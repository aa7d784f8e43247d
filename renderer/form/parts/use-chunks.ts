import { startTransition, useEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import type { SectionModel } from "#engine/form/form-model.ts";

/**
 * Which sections are mounted: first those that fill a screen, after the first paint all the rest, in slices that give way
 * to typing. `all` mounts what is missing at once (a link of the summary leads there).
 */
export function useChunks(sections: readonly SectionModel[]): {
  isMounted(section: SectionModel): boolean;
  all(): void;
} {
  const [mounted, setMounted] = useState(() => toFirst(sections));
  const places = useMemo(() => new Map(sections.map((section, place) => [section, place])), [sections]);
  useEffect(() => {
    if (mounted >= sections.length) return;
    const timer = setTimeout(() => startTransition(() => setMounted(sections.length)), 0);
    return () => clearTimeout(timer);
  }, [mounted, sections.length]);
  return {
    isMounted: (section) => (places.get(section) ?? 0) < mounted,
    all: () => {
      if (mounted < sections.length) flushSync(() => setMounted(sections.length));
    },
  };
}

/** A phone shows some eight fields. */
function toFirst(sections: readonly SectionModel[]): number {
  let fields = 0;
  const index = sections.findIndex((section) => (fields += section.fields.length) >= 8);
  return index < 0 ? sections.length : index + 1;
}
