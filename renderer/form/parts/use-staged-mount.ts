import { startTransition, useEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import type { SectionModel } from "#engine/core/form/form-model.ts";

/**
 * Mounts the sections that fill a screen first. The rest follows after the first paint, in slices that yield to typing.
 * `mountAll` mounts the rest at once.
 */
export function useStagedMount(sections: readonly SectionModel[]): {
  isMounted(section: SectionModel): boolean;
  mountAll(): void;
} {
  const [mounted, setMounted] = useState(() => countFirst(sections));
  const positions = useMemo(() => new Map(sections.map((section, position) => [section, position])), [sections]);
  useEffect(() => {
    if (mounted >= sections.length) return;
    const timer = setTimeout(() => startTransition(() => setMounted(sections.length)), 0);
    return () => clearTimeout(timer);
  }, [mounted, sections.length]);
  return {
    isMounted: (section) => (positions.get(section) ?? 0) < mounted,
    mountAll: () => {
      if (mounted < sections.length) flushSync(() => setMounted(sections.length));
    },
  };
}

/** A phone shows about eight fields. */
function countFirst(sections: readonly SectionModel[]): number {
  let fields = 0;
  const index = sections.findIndex((section) => (fields += section.fields.length) >= 8);
  return index < 0 ? sections.length : index + 1;
}
