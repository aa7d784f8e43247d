import { startTransition, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import type { SectionModel } from "#engine/form/form-model.ts";

/**
 * How many sections are mounted: first those that fill a screen, the rest after the first paint in growing steps that
 * give way to typing. `all` mounts what is missing at once (a link of the summary leads there).
 */
export function useChunks(sections: readonly SectionModel[]): { mounted: number; all(): void } {
  const [mounted, setMounted] = useState(() => toFirst(sections));
  useEffect(() => {
    if (mounted >= sections.length) return;
    const timer = setTimeout(
      () => startTransition(() => setMounted((count) => Math.min(sections.length, count * 4))),
      0,
    );
    return () => clearTimeout(timer);
  }, [mounted, sections.length]);
  return {
    mounted,
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
