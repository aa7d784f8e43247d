import type { SectionModel } from "#engine/core/form/form-model.ts";

/** Consecutive sections under one heading; `lead` has the title. */
export interface SectionGroup {
  readonly key: string;
  readonly lead: SectionModel;
  readonly members: readonly SectionModel[];
}

export function toGroups(sections: readonly SectionModel[]): SectionGroup[] {
  const groups: { key: string; lead: SectionModel; members: SectionModel[] }[] = [];
  for (const section of sections) {
    const last = groups.at(-1);
    if (last?.lead.group === section.group) last.members.push(section);
    else groups.push({ key: section.id, lead: section, members: [section] });
  }
  return groups;
}
