import { memo, useMemo } from "react";
import Form from "@rjsf/core/lib/components/Form.js";
import type { SectionModel } from "#engine/form/form-model.ts";
import type { ReadySection } from "./section-validator.ts";
import { useHost, useSectionView } from "./host-context.ts";
import { theme } from "./theme.tsx";

const nothing = <></>;

/** One rjsf Form over one section: it draws the fields and hears of committed values; it never sees a keystroke. */
export const Section = memo(function Section({ section, ready }: { section: SectionModel; ready: ReadySection }) {
  const { store, idPrefix } = useHost();
  const { visible } = useSectionView(section.id);
  const uiSchema = useMemo(() => ({
    "ui:options": { sectionId: section.id },
    ...Object.fromEntries(section.fields.map(({ pointer }) => [pointer, leafUi])),
  }), [section]);
  const initial = useMemo(() => Object.fromEntries(section.fields.flatMap(({ pointer }) => {
    const value = store.value(pointer);
    return value === undefined ? [] : [[pointer, value]];
  })), [section, store]);
  if (!visible) return null;
  return (
    <Form
      tagName="div" className="" noValidate showErrorList={false} idPrefix={`${idPrefix}-${section.id}`}
      schema={ready.schema as never} validator={ready.validator as never} uiSchema={uiSchema} initialFormData={initial}
      fields={theme.fields as never} templates={theme.templates as never} experimental_componentUpdateStrategy="shallow"
    >
      {nothing}
    </Form>
  );
});

const leafUi = { "ui:field": "leaf" };
