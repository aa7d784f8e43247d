import type { ReactNode } from "react";
import { makeStyles, tokens } from "@fluentui/react-components";
import type { SectionModel } from "#engine/core/form/form-model.ts";
import { Note } from "./Note.tsx";

const useStyles = makeStyles({
  entries: { display: "flex", flexDirection: "column", rowGap: tokens.spacingVerticalXL },
});

/** The fields and notes of a section in the order of the definition. */
export function Entries({ section, field }: { section: SectionModel; field(pointer: string): ReactNode }): ReactNode {
  const styles = useStyles();
  return (
    <div className={styles.entries}>
      {section.entries.map((entry, index) =>
        "note" in entry ? <Note key={`note-${index}`} at={`${section.id}:${index}`} /> : field(entry.field.pointer),
      )}
    </div>
  );
}
