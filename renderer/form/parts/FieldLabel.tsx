import type { FieldView } from "./field-view.ts";
import { useHost } from "./host-context.ts";

/**
 * What stands as a field's label, whoever draws it: an optional one says so, what must be filled in carries the red
 * mark. Assistive technology hears `required` of the control instead. `hidden` leaves the name to it alone.
 */
export function FieldLabel({ view, hidden = false }: { view: FieldView; hidden?: boolean }) {
  const { styles } = useHost();
  return (
    <span className={hidden ? styles.hidden : ""}>
      {view.labelText}
      {view.required && !view.readOnly && <span className={styles.mark} aria-hidden="true" />}
    </span>
  );
}
