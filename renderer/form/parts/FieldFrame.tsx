import { useMemo, type ReactNode } from "react";
import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import { getField, toErrorId, toFieldId, toHintId, useFieldValue, useFieldView, useHost } from "./host-context.ts";
import { FieldLabel } from "./FieldLabel.tsx";

const useStyles = makeStyles({
  field: {
    display: "flex",
    flexDirection: "column",
    rowGap: tokens.spacingVerticalXS,
    minWidth: 0,
    ":empty": { display: "none" },
  },
  label: {
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground1,
  },
  hint: {
    margin: 0,
    maxWidth: "70ch",
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
    whiteSpace: "pre-line",
  },
  error: {
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    color: tokens.colorPaletteRedForeground1,
    fontWeight: tokens.fontWeightSemibold,
  },
  warning: { color: tokens.colorPaletteDarkOrangeForeground1 },
});

/** The frame of a field: label, hint, control, error. Drawn again only when one of them changes. The summary speaks for errors once it is there. */
export function FieldFrame({ pointer, children }: { pointer: string; children: ReactNode }): ReactNode {
  const styles = useStyles();
  const { store, widgets, idPrefix, before } = useHost();
  const view = useFieldView(pointer);
  if (!view.visible) return null;
  const { field } = getField(store, pointer);
  const id = toFieldId(idPrefix, pointer);
  const labelled = !widgets.get(field.widget)?.contract.rendersLabel && view.labelText !== "";
  return (
    <div className={styles.field}>
      {labelled ? (
        <label htmlFor={id} id={`${id}-label`} className={styles.label}>
          <FieldLabel view={view} hidden={field.hideLabel} />
        </label>
      ) : null}
      {view.hint ? (
        <p id={toHintId(id)} className={styles.hint}>
          {view.hint}
        </p>
      ) : null}
      {before?.(pointer)}
      {children}
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
}

/** The control of a field, which owns its value. `onCommitted` hears it at blur, pick or a finished upload. */
export function Leaf({ pointer, onCommitted }: { pointer: string; onCommitted?(value: unknown): void }): ReactNode {
  const host = useHost();
  const view = useFieldView(pointer);
  const { store, widgets, idPrefix, services, words } = host;
  const { field } = getField(store, pointer);
  const { Component: Widget, contract } = widgets.get(field.widget) ?? {};
  // What is computed changes by itself.
  const inPlace = contract?.ownsTyping === true && field.value === undefined;
  const value = useFieldValue(pointer, inPlace);
  const actions = useMemo(
    () => ({
      onChange: (next: unknown) => store.type(pointer, next, inPlace),
      onCommit: (...given: [unknown?]) => {
        if (given.length > 0) store.type(pointer, given[0]);
        store.commit(pointer);
        onCommitted?.(store.value(pointer));
      },
      onBusy: (busy: boolean) => store.setBusy(pointer, busy),
    }),
    [store, pointer, inPlace, onCommitted],
  );
  if (!view.visible || !Widget) return null;
  const id = toFieldId(idPrefix, pointer);
  const describedBy = [view.hint ? toHintId(id) : "", view.error ? toErrorId(id) : ""].filter(Boolean).join(" ");
  return (
    <Widget
      id={id}
      pointer={pointer}
      value={value}
      {...actions}
      {...(describedBy ? { describedBy } : {})}
      label={view.label}
      labelText={<FieldLabel view={view} hidden={field.hideLabel} />}
      placeholder={view.placeholder || undefined}
      required={view.required}
      readOnly={view.readOnly}
      disabled={host.disabled}
      invalid={view.error?.severity === "error"}
      options={view.options}
      sensitive={field.sensitive === true}
      accept={field.accept}
      dates={view.dates}
      props={view.props}
      services={services}
      text={words}
    />
  );
}
