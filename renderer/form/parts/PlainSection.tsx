import { memo } from "react";
import { Entries } from "./Entries.tsx";
import { Field } from "./Field.tsx";
import { useSectionView } from "./host-context.ts";
import type { SectionProps } from "./section.ts";

/**
 * A section of a form so small (a number, a code, a choice) that rjsf would cost more than it does: the same fields
 * without it. Sign-in draws with this, so that the first screen stays light.
 */
export const PlainSection = memo(function PlainSection({ section }: SectionProps) {
  const { visible } = useSectionView(section.id);
  return (
    <div>{visible && <Entries section={section} field={(pointer) => <Field key={pointer} pointer={pointer} />} />}</div>
  );
});
