import { memo, useEffect, useMemo, type CSSProperties, type ReactNode } from "react";
import { makeStyles } from "@fluentui/react-components";
import Form from "@rjsf/core/lib/components/Form.js";
import type { FieldProps, FieldTemplateProps } from "@rjsf/utils";
import createPrecompiledValidator from "@rjsf/validator-ajv8/lib/createPrecompiledValidator.js";
import type { SectionModel } from "#engine/core/form/form-model.ts";
import { Entries } from "./Entries.tsx";
import { Field } from "./Field.tsx";
import { useHost, useSectionView } from "./host-context.ts";
import { enableNativeTyping } from "./native-typing.ts";
import type { SectionProps } from "./section.ts";

const noChildren = <></>;

const FieldTemplate = ({ children }: FieldTemplateProps): ReactNode => children;

/**
 * The single rjsf field of a section; it draws all fields itself. rjsf would wrap each field in four layers that show
 * nothing.
 */
function SectionField({ uiSchema }: FieldProps): ReactNode {
  const { store } = useHost();
  const id = (uiSchema?.["ui:options"] as { sectionId?: string } | undefined)?.sectionId;
  return useMemo(() => {
    const section = store.model.sections.find((candidate) => candidate.id === id);
    return section ? (
      <Entries section={section} field={(pointer) => <Field key={pointer} pointer={pointer} />} />
    ) : null;
  }, [store, id]);
}

const fields = { section: SectionField };
const templates = { FieldTemplate };

/** A section with reserved space. In a form of many sections, the browser lays out only those near the viewport. */
export const RjsfSection = memo(function RjsfSection({ section, ready, mounted }: SectionProps) {
  const { store } = useHost();
  const styles = useStyles();
  const large = store.model.sections.length > 3;
  return (
    <div className={large ? styles.large : undefined} style={large ? reserveHeight(section, mounted) : undefined}>
      {mounted ? <SectionForm section={section} ready={ready} /> : null}
    </div>
  );
});

const useStyles = makeStyles({
  // The padding keeps focus rings inside the clip.
  large: {
    contentVisibility: "auto",
    paddingInline: "4px",
    marginInline: "-4px",
    paddingBlock: "4px",
    marginBlock: "-4px",
  },
});

/**
 * Reserves the height of a section that is not laid out. Empty sections need it too. Without a height all of them would
 * count as near the viewport.
 */
function reserveHeight({ fields: { length } }: SectionModel, mounted: boolean): CSSProperties {
  const height = `${length * 92}px`;
  return mounted ? { containIntrinsicBlockSize: `auto ${height}` } : { minBlockSize: height };
}

/**
 * One rjsf Form per section, with our theme and its precompiled validator. The store keeps the values and validates.
 */
function SectionForm({ section, ready }: Omit<SectionProps, "mounted">): ReactNode {
  const { store, idPrefix } = useHost();
  const { visible } = useSectionView(section.id);
  const validator = useMemo(() => createPrecompiledValidator(ready.functions as never, ready.schema as never), [ready]);
  const uiSchema = useMemo(() => ({ "ui:field": "section", "ui:options": { sectionId: section.id } }), [section]);
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
  useEffect(enableNativeTyping, []);
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
      {noChildren}
    </Form>
  );
}
