import type { SectionModel } from "#engine/form/form-model.ts";

/** Sections under one heading that follow each other, the one that says the title first. */
export interface SectionGroup {
  readonly key: string;
  readonly lead: SectionModel;
  readonly members: readonly SectionModel[];
}

/** The sections of a form under their headings, in its order. */
export function toGroups(sections: readonly SectionModel[]): SectionGroup[] {
  const groups: { key: string; lead: SectionModel; members: SectionModel[] }[] = [];
  for (const section of sections) {
    const last = groups.at(-1);
    if (last?.lead.group === section.group) last.members.push(section);
    else groups.push({ key: section.id, lead: section, members: [section] });
  }
  return groups;
}
