import { memo } from "react";
import { Entries } from "./Entries.tsx";
import { Field } from "./Field.tsx";
import { useSectionView } from "./host-context.ts";
import type { SectionProps } from "./section.ts";

/** A section of a small, flat form, drawn without rjsf. Sign-in uses it to keep the first screen light. */
export const PlainSection = memo(function PlainSection({ section }: SectionProps) {
  const { visible } = useSectionView(section.id);
  return (
    <div>{visible && <Entries section={section} field={(pointer) => <Field key={pointer} pointer={pointer} />} />}</div>
  );
});
