import { memo, startTransition, useEffect, useMemo, type CSSProperties, type ReactNode } from "react";
import { makeStyles } from "@fluentui/react-components";
import Form from "@rjsf/core/lib/components/Form.js";
import type { FieldProps, FieldTemplateProps } from "@rjsf/utils";
import createPrecompiledValidator from "@rjsf/validator-ajv8/lib/createPrecompiledValidator.js";
import type { SectionModel } from "#engine/form/form-model.ts";
import { Entries } from "./Entries.tsx";
import { Field } from "./Field.tsx";
import { useHost, useSectionView } from "./host-context.ts";
import { keepTypingNative } from "./native-typing.ts";
import type { SectionProps } from "./section.ts";

const nothing = <></>;

const FieldTemplate = ({ children }: FieldTemplateProps): ReactNode => children;

/**
 * The one rjsf field, which is the section as a whole: fields that own their values; the Form hears of each at commit,
 * after the page has answered. It would wrap each of them in four layers of its own, of which nothing is seen here.
 */
function SectionField({ uiSchema, onChange }: FieldProps): ReactNode {
  const { store } = useHost();
  const id = (uiSchema?.["ui:options"] as { sectionId?: string } | undefined)?.sectionId;
  return useMemo(() => {
    const section = store.model.sections.find((candidate) => candidate.id === id);
    const tell = (pointer: string, value: unknown) => startTransition(() => onChange(value, [pointer]));
    return section ? (
      <Entries section={section} field={(pointer) => <Field key={pointer} pointer={pointer} onCommitted={tell} />} />
    ) : null;
  }, [store, id, onChange]);
}

const fields = { section: SectionField };
const templates = { FieldTemplate };

/** A section in its room. In a form of many only those near the window are laid out and painted. */
export const RjsfSection = memo(function RjsfSection({ section, ready, mounted }: SectionProps) {
  const { store } = useHost();
  const styles = useStyles();
  const large = store.model.sections.length > 3;
  return (
    <div className={large ? styles.large : undefined} style={large ? toRoom(section, mounted) : undefined}>
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
 * The height of a section that is not laid out. One that is empty yet must have it too: it would be remembered as a section
 * without height, all of them would lie near the window then, and all be laid out when they come.
 */
function toRoom({ fields: { length } }: SectionModel, mounted: boolean): CSSProperties {
  const room = `${length * 92}px`;
  return mounted ? { containIntrinsicBlockSize: `auto ${room}` } : { minBlockSize: room };
}

/**
 * One rjsf Form over one section, in our theme (two parts; the rest is never drawn) and on its precompiled
 * validator. It hears of committed values and never sees a keystroke; the store judges for all sections together.
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
  useEffect(keepTypingNative, []);
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
}
