import { useMemo, type ReactNode } from "react";
import { mergeClasses } from "@fluentui/react-components";
import type { SectionModel } from "#engine/core/form/form-model.ts";
import { useAnySection, useSectionView } from "./host-context.ts";
import { useHostStyles } from "./host-styles.ts";
import type { ListFrame } from "./ListFrame.tsx";
import { toParts, type RowGroup, type SectionGroup } from "./section-groups.ts";
import type { ReadySection, SectionComponent } from "./section.ts";

export interface PartsProps {
  /** The sections to draw: all, or those of one page. */
  drawn: readonly SectionModel[];
  sections: ReadonlyMap<string, ReadySection>;
  Section: SectionComponent;
  /** Draws lists; missing in a form without any. */
  List: typeof ListFrame | undefined;
  isMounted(section: SectionModel): boolean;
}

/** Sections of a form in their order: under their headings, and in the rows of lists. */
export function Parts({ drawn, sections, Section, List, isMounted }: PartsProps): ReactNode {
  const parts = useMemo(() => toParts(drawn), [drawn]);
  const drawMembers = ({ members }: SectionGroup) =>
    members.map((section) => (
      <Section
        key={section.id}
        section={section}
        ready={sections.get(section.id) as ReadySection}
        mounted={isMounted(section)}
      />
    ));
  const drawGroup = (group: SectionGroup) => (
    <Group key={group.key} group={group}>
      {drawMembers(group)}
    </Group>
  );
  const drawRow = ({ lead, groups }: RowGroup) =>
    groups.map((group) => (group.lead === lead ? drawMembers(group) : drawGroup(group)));
  return parts.map((part) => {
    if ("members" in part) return drawGroup(part);
    return List && <List key={part.key} list={part.list} rows={part.rows} draw={drawRow} isMounted={isMounted} />;
  });
}

/** Sections under one heading, as a named group for assistive technology. Without a heading it adds no element. */
function Group({ group: { lead, members }, children }: { group: SectionGroup; children: ReactNode }) {
  const styles = useHostStyles();
  const { title } = useSectionView(lead.id);
  const visible = useAnySection(members);
  if (title === "") return <>{children}</>;
  return (
    <fieldset className={mergeClasses(styles.group, !visible && styles.hidden)}>
      <legend className={styles.legend}>{title}</legend>
      {children}
    </fieldset>
  );
}
