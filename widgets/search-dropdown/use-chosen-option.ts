import { useEffect, useState } from "react";
import type { Option, OptionsSource, WidgetServices } from "#widgets/widget.ts";

/** The name that stands for the field's value: that of its option, or the value itself when it was typed by hand. */
export function useChosenOption(value: string, source: OptionsSource | undefined, services: WidgetServices) {
  const [known, setKnown] = useState<Option>();
  const fixed = source && "list" in source ? source.list.find((option) => option.value === value) : undefined;
  const unknown = value !== "" && !fixed && known?.value !== value;
  useEffect(() => {
    if (!unknown || !source || !services.findOption) return;
    const asking = new AbortController();
    services.findOption(source.id, value, asking.signal).then(
      (option) => {
        if (!asking.signal.aborted && option) setKnown(option);
      },
      () => undefined, // the value itself is shown
    );
    return () => asking.abort();
  }, [unknown, value, source, services]);
  const option = fixed ?? (known?.value === value ? known : undefined);
  return { name: option?.name ?? value, remember: setKnown };
}
