import type { SectionModel } from "#engine/core/form/form-model.ts";
import type { ListModel } from "#engine/core/form/lists.ts";

/** Consecutive sections under one heading; `lead` has the title. */
export interface SectionGroup {
  readonly key: string;
  readonly lead: SectionModel;
  readonly members: readonly SectionModel[];
}
/** One row of a list; the heading of `lead` is that of the row. */
export interface RowGroup {
  readonly index: number;
  readonly lead: SectionModel;
  readonly groups: readonly SectionGroup[];
}
/** A list with every row that it may have. */
export interface ListGroup {
  readonly key: string;
  readonly list: ListModel;
  readonly rows: readonly RowGroup[];
}

/** The sections of a form as they are drawn: groups, and lists at their places. */
export function toParts(sections: readonly SectionModel[]): (SectionGroup | ListGroup)[] {
  const parts: (SectionGroup | ListGroup)[] = [];
  for (let at = 0; at < sections.length;) {
    const list = sections[at]!.row?.list;
    const next = sections.slice(at).findIndex(({ row }) => row?.list !== list);
    const end = next < 0 ? sections.length : at + next;
    const own = sections.slice(at, end);
    if (list) parts.push({ key: list.pointer, list, rows: toRows(own) });
    else parts.push(...toGroups(own));
    at = end;
  }
  return parts;
}

function toRows(sections: readonly SectionModel[]): RowGroup[] {
  const byIndex = new Map<number, SectionModel[]>();
  for (const section of sections) {
    const index = section.row?.index ?? 0;
    byIndex.set(index, [...(byIndex.get(index) ?? []), section]);
  }
  return [...byIndex].map(([index, own]) => ({ index, lead: own[0]!, groups: toGroups(own) }));
}

function toGroups(sections: readonly SectionModel[]): SectionGroup[] {
  const groups: { key: string; lead: SectionModel; members: SectionModel[] }[] = [];
  for (const section of sections) {
    const last = groups.at(-1);
    if (last?.lead.group === section.group) last.members.push(section);
    else groups.push({ key: section.id, lead: section, members: [section] });
  }
  return groups;
}
