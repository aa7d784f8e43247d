import { useSyncExternalStore } from "react";
import { mergeClasses } from "@fluentui/react-components";
import type { TextKey } from "#engine/core/definitions/text-keys.ts";
import type { WidgetText } from "#widgets/widget.ts";
import type { DraftSync, DraftState } from "./draft-sync.ts";
import { useHostStyles } from "../parts/host-styles.ts";

/** Text for each state of a draft; the other states show nothing. */
const statusTexts: Partial<Record<DraftState, { key: TextKey; warns?: true }>> = {
  saved: { key: "form.draft-saved" },
  conflict: { key: "form.changed-elsewhere", warns: true },
  submitted: { key: "form.draft-outdated", warns: true },
};

/** Status line of the draft, or the reason why the server refuses it. It keeps its height to avoid layout shifts. */
export function DraftStatus({ draft, text }: { draft: DraftSync; text: WidgetText }) {
  const styles = useHostStyles();
  const state = useSyncExternalStore(draft.subscribe, draft.state);
  const { key, warns } = statusTexts[state] ?? {};
  return (
    <p role="status" className={mergeClasses(styles.status, warns && styles.conflict)}>
      {draft.refused ?? (key ? text(key) : "")}
    </p>
  );
}
