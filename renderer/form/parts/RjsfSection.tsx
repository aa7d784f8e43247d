import { memo, startTransition, useCallback, useMemo, type ReactNode } from "react";
import Form from "@rjsf/core/lib/components/Form.js";
import type { FieldProps, FieldTemplateProps, ObjectFieldTemplateProps } from "@rjsf/utils";
import createPrecompiledValidator from "@rjsf/validator-ajv8/lib/createPrecompiledValidator.js";
import { Entries } from "./Entries.tsx";
import { FieldFrame, Leaf } from "./FieldFrame.tsx";
import { useHost, useSectionView } from "./host-context.ts";
import type { SectionProps } from "./section.ts";

const nothing = <></>;
const leafUi = { "ui:field": "leaf" };
const toPointer = (path: readonly (string | number)[]): string => String(path[0] ?? "");

function FieldTemplate({ fieldPathId, children }: FieldTemplateProps): ReactNode {
  const pointer = toPointer(fieldPathId.path);
  return pointer === "" ? children : <FieldFrame pointer={pointer}>{children}</FieldFrame>;
}

function ObjectFieldTemplate({ properties, uiSchema }: ObjectFieldTemplateProps): ReactNode {
  const { store } = useHost();
  const byName = useMemo(() => new Map(properties.map(({ name, content }) => [name, content])), [properties]);
  const id = (uiSchema?.["ui:options"] as { sectionId?: string } | undefined)?.sectionId;
  const section = store.model.sections.find((candidate) => candidate.id === id);
  return section ? <Entries section={section} field={(pointer) => byName.get(pointer)} /> : null;
}

/** The one rjsf field: a leaf that owns its value; the Form hears of it at commit, after the page has answered. */
function LeafField({ fieldPathId, onChange }: FieldProps): ReactNode {
  const tell = useCallback(
    (value: unknown) => startTransition(() => onChange(value, fieldPathId.path)),
    [onChange, fieldPathId],
  );
  return <Leaf pointer={toPointer(fieldPathId.path)} onCommitted={tell} />;
}

const fields = { leaf: LeafField };
const templates = { FieldTemplate, ObjectFieldTemplate };

/**
 * One rjsf Form over one section, in our theme (three parts; the rest is never drawn) and on its precompiled
 * validator. It hears of committed values and never sees a keystroke; the store judges for all sections together.
 */
export const RjsfSection = memo(function RjsfSection({ section, ready }: SectionProps) {
  const { store, idPrefix } = useHost();
  const { visible } = useSectionView(section.id);
  const validator = useMemo(() => createPrecompiledValidator(ready.functions as never, ready.schema as never), [ready]);
  const uiSchema = useMemo(
    () => ({
      "ui:options": { sectionId: section.id },
      ...Object.fromEntries(section.fields.map(({ pointer }) => [pointer, leafUi])),
    }),
    [section],
  );
  const initial = useMemo(
    () =>
      Object.fromEntries(
        section.fields.flatMap(({ pointer }) => {
          const value = store.value(pointer);
          return value === undefined ? [] : [[pointer, value]];
        }),
      ),
    [section, store],
  );
  if (!visible) return null;
  return (
    <Form
      tagName="div"
      className=""
      noValidate
      showErrorList={false}
      idPrefix={`${idPrefix}-${section.id}`}
      schema={ready.schema as never}
      validator={validator as never}
      uiSchema={uiSchema}
      initialFormData={initial}
      fields={fields as never}
      templates={templates as never}
      experimental_componentUpdateStrategy="shallow"
    >
      {nothing}
    </Form>
  );
});
