import type { FormEntry, FormField, FormNote, FormSection, MountedForm, UsedFields } from "./form.ts";

// Apart from form.ts, whose schemas a form screen must not carry.

/** Fields under one heading. */
export const isSection = (entry: FormEntry): entry is FormSection => "section" in entry;
/** A sentence between fields. */
export const isNote = (entry: FormEntry): entry is FormNote => "note" in entry;
/** Another form at a place of this one. */
export const isMounted = (entry: FormEntry): entry is MountedForm => "form" in entry && !("widget" in entry);
/** The fields of another form, in place. */
export const isUsed = (entry: FormEntry): entry is UsedFields => "use" in entry;
/** One field with its widget. */
export const isField = (entry: FormEntry): entry is FormField => "widget" in entry;
