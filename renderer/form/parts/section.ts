import type { ComponentType } from "react";
import type { SectionModel } from "#engine/core/form/form-model.ts";
import type { SectionSchema } from "#engine/core/form/section-schemas.ts";
import type { ShapeError } from "#engine/core/form/validate.ts";

type ValidateFunction = ((data: unknown) => boolean) & { errors?: readonly ShapeError[] | null };

/** A section ready to draw: the schema that its validator was compiled from, and the validator's functions. */
export interface ReadySection {
  readonly schema: SectionSchema;
  /** As rjsf's createPrecompiledValidator looks them up; `root` validates the section. */
  readonly functions: Readonly<Record<string, ValidateFunction>>;
  shape(data: Readonly<Record<string, unknown>>): readonly ShapeError[];
}
export interface SectionProps {
  section: SectionModel;
  ready: ReadySection;
  /** False while the section only reserves its space. */
  mounted: boolean;
}
/** Draws a section: with rjsf, or without it in a small form. */
export type SectionComponent = ComponentType<SectionProps>;
