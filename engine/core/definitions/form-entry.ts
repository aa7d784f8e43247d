import type {
  FormEntry,
  FormField,
  FormList,
  FormNote,
  FormPage,
  FormSection,
  MountedForm,
  UsedFields,
} from "./form.ts";

// Separate from form.ts, so that a form screen does not load its schemas.

/** Fields under one heading. */
export const isSection = (entry: FormEntry): entry is FormSection => "section" in entry;
/** One step of a form. */
export const isPage = (entry: FormEntry): entry is FormPage => "page" in entry;
/** Fields that are shown and hidden together: a section or a page. */
export const isGroup = (entry: FormEntry): entry is FormSection | FormPage => isSection(entry) || isPage(entry);
/** A paragraph between fields. */
export const isNote = (entry: FormEntry): entry is FormNote => "note" in entry;
/** A repeating group over an array of objects. */
export const isList = (entry: FormEntry): entry is FormList => "list" in entry;
/** Another form mounted at a pointer of this one. */
export const isMounted = (entry: FormEntry): entry is MountedForm => "form" in entry && !("widget" in entry);
/** The fields of another form, inlined. */
export const isUsed = (entry: FormEntry): entry is UsedFields => "use" in entry;
/** One field with its widget. */
export const isField = (entry: FormEntry): entry is FormField => "widget" in entry;
