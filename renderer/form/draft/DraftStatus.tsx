import { useSyncExternalStore } from "react";
import { mergeClasses } from "@fluentui/react-components";
import type { WidgetText } from "#widgets/widget.ts";
import type { DraftKeeper } from "./draft-keeper.ts";
import { useHostStyles } from "../parts/host-styles.ts";

/** What became of the draft, or why the server does not take it, in words; the line keeps its space so that nothing jumps. */
export function DraftStatus({ draft, words }: { draft: DraftKeeper; words: WidgetText }) {
  const styles = useHostStyles();
  const state = useSyncExternalStore(draft.subscribe, draft.state);
  const said =
    state === "saved" ? words("form.draft-saved") : state === "conflict" ? words("form.changed-elsewhere") : "";
  const text = draft.refused ?? said;
  return (
    <p role="status" className={mergeClasses(styles.status, state === "conflict" && styles.conflict)}>
      {text}
    </p>
  );
}
