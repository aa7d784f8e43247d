import { useSyncExternalStore } from "react";
import { mergeClasses } from "@fluentui/react-components";
import type { TextKey } from "#engine/documents/text-keys.ts";
import type { WidgetText } from "#widgets/widget.ts";
import type { DraftKeeper, DraftState } from "./draft-keeper.ts";
import { useHostStyles } from "../parts/host-styles.ts";

/** What is said of a draft, and whether it is to be noticed; of the other states there is nothing to say. */
const said: Partial<Record<DraftState, { key: TextKey; warns?: true }>> = {
  saved: { key: "form.draft-saved" },
  conflict: { key: "form.changed-elsewhere", warns: true },
  spent: { key: "form.draft-spent", warns: true },
};

/** What became of the draft, or why the server does not take it, in words; the line keeps its space so that nothing jumps. */
export function DraftStatus({ draft, words }: { draft: DraftKeeper; words: WidgetText }) {
  const styles = useHostStyles();
  const state = useSyncExternalStore(draft.subscribe, draft.state);
  const { key, warns } = said[state] ?? {};
  return (
    <p role="status" className={mergeClasses(styles.status, warns && styles.conflict)}>
      {draft.refused ?? (key ? words(key) : "")}
    </p>
  );
}
