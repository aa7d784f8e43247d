import { memo, useMemo, type ReactNode } from "react";
import { mergeClasses } from "@fluentui/react-components";
import { mayStand } from "#engine/form/derive.ts";
import { getField, toErrorId, toFieldId, toHintId, useFieldValue, useFieldView, useHost } from "./host-context.ts";
import { FieldLabel } from "./FieldLabel.tsx";

export interface FieldProps {
  pointer: string;
  /** Hears its value at blur, pick or a finished upload. */
  onCommitted?(pointer: string, value: unknown): void;
}

/**
 * A field: label, hint, the control, which owns its value, and error. Drawn again only when one of them changes. The
 * summary speaks for errors once it is there. One component, since a large form waits for each layer of each field.
 */
export const Field = memo(function Field({ pointer, onCommitted }: FieldProps): ReactNode {
  const { store, widgets, idPrefix, services, words, styles, disabled, before } = useHost();
  const view = useFieldView(pointer);
  const model = getField(store, pointer);
  const { field } = model;
  const { Component: Widget, contract } = widgets.get(field.widget) ?? {};
  // What is computed, or cannot be changed, changes by itself.
  const inPlace = contract?.ownsTyping === true && !mayStand(model);
  const value = useFieldValue(pointer, inPlace);
  const actions = useMemo(
    () => ({
      onChange: (next: unknown) => store.type(pointer, next, inPlace),
      onCommit: (...given: [unknown?]) => {
        if (given.length > 0) store.type(pointer, given[0]);
        store.commit(pointer);
        onCommitted?.(pointer, store.value(pointer));
      },
      onBusy: (busy: boolean) => store.setBusy(pointer, busy),
    }),
    [store, pointer, inPlace, onCommitted],
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
      {before?.(pointer)}
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
          props={view.props}
          services={services}
          text={words}
        />
      ) : null}
      {view.error ? (
        <p
          id={toErrorId(id)}
          role={store.isAttempted() ? undefined : "alert"}
          className={mergeClasses(styles.error, view.error.severity === "warning" && styles.warning)}
        >
          {view.error.message}
        </p>
      ) : null}
    </div>
  );
});
