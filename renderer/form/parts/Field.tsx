import { memo, useMemo, type ReactNode } from "react";
import { mergeClasses } from "@fluentui/react-components";
import type { DataSchema } from "#engine/core/definitions/form.ts";
import { isControlled } from "#engine/core/form/derive.ts";
import type { FieldView } from "./field-view.ts";
import { getField, toErrorId, toFieldId, toHintId, useFieldValue, useFieldView, useHost } from "./host-context.ts";

export interface FieldProps {
  pointer: string;
}

/**
 * A field: label, hint, control and error. Renders only when one of them changes. It is one component, because each
 * layer per field slows large forms. After the first attempt the summary announces the errors.
 */
export const Field = memo(function Field({ pointer }: FieldProps): ReactNode {
  const { store, widgets, idPrefix, services, text, styles, disabled, renderPrevious } = useHost();
  const view = useFieldView(pointer);
  const model = getField(store, pointer);
  const { field } = model;
  const { Component: Widget, contract } = widgets.get(field.widget) ?? {};
  // Computed and read-only values change without typing, so their control stays controlled.
  const inPlace = contract?.uncontrolled === true && !isControlled(model);
  const value = useFieldValue(pointer, inPlace);
  const actions = useMemo(
    () => ({
      onChange: (next: unknown) => store.type(pointer, next, inPlace),
      onCommit: (...args: [unknown?]) => {
        if (args.length > 0) store.type(pointer, args[0]);
        store.commit(pointer);
      },
      onBusy: (busy: boolean) => store.setBusy(pointer, busy),
    }),
    [store, pointer, inPlace],
  );
  if (!view.visible) return null;
  const id = toFieldId(idPrefix, pointer);
  const label = <FieldLabel view={view} hidden={field.hideLabel} />;
  return (
    <div className={styles.field}>
      {!contract?.rendersLabel && view.labelText !== "" ? (
        <label htmlFor={id} id={`${id}-label`} className={styles.label}>
          {label}
        </label>
      ) : null}
      {view.hint ? (
        <p id={toHintId(id)} className={styles.hint}>
          {view.hint}
        </p>
      ) : null}
      {renderPrevious?.(pointer)}
      {Widget ? (
        <Widget
          id={id}
          pointer={pointer}
          value={value}
          {...actions}
          describedBy={[view.hint && toHintId(id), view.error && toErrorId(id)].filter(Boolean).join(" ") || undefined}
          label={view.label}
          labelText={label}
          placeholder={view.placeholder || undefined}
          required={view.required}
          readOnly={view.readOnly}
          disabled={disabled}
          invalid={view.error?.severity === "error"}
          options={view.options}
          sensitive={field.sensitive === true}
          accept={field.accept}
          dates={view.dates}
          bounds={toBounds(model.schema)}
          props={view.props}
          services={services}
          text={text}
        />
      ) : null}
      {view.error ? (
        <p
          id={toErrorId(id)}
          role={store.isAttempted(pointer) ? undefined : "alert"}
          className={mergeClasses(styles.error, view.error.severity === "warning" && styles.warning)}
        >
          {view.error.message}
        </p>
      ) : null}
    </div>
  );
});

const toBounds = ({ type, minimum }: DataSchema) => ({ isWhole: type === "integer", minimum });

/**
 * Text of a label: '(Optional)', or a red mark for a required field. Assistive technology reads `required` from the
 * control instead. `hidden` shows the label to assistive technology only.
 */
function FieldLabel({ view, hidden = false }: { view: FieldView; hidden?: boolean }) {
  const { styles } = useHost();
  return (
    <span className={hidden ? styles.hidden : ""}>
      {view.labelText}
      {view.required && !view.readOnly && <span className={styles.mark} aria-hidden="true" />}
    </span>
  );
}
