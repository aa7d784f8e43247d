import type { ComponentType } from "react";
import type { SectionModel } from "#engine/form/form-model.ts";
import type { SectionSchema } from "#engine/form/section-schemas.ts";
import type { ShapeError } from "#engine/form/validate.ts";

type ValidateFunction = ((data: unknown) => boolean) & { errors?: readonly ShapeError[] | null };

/** One section ready to be drawn: the very schema its validator was compiled from, and the validator's functions. */
export interface ReadySection {
  readonly schema: SectionSchema;
  /** As rjsf's createPrecompiledValidator looks them up; `root` judges the section. */
  readonly functions: Readonly<Record<string, ValidateFunction>>;
  shape(data: Readonly<Record<string, unknown>>): readonly ShapeError[];
}
export interface SectionProps {
  section: SectionModel;
  ready: ReadySection;
  /** It is its turn; until then it only keeps its room. */
  mounted: boolean;
}
/** How sections are drawn: by rjsf, or plainly where a form is small. */
export type SectionComponent = ComponentType<SectionProps>;
