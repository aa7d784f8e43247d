import { useEffect, useState, type ComponentType } from "react";
import type { MergePanelProps } from "./MergePanel.tsx";
import { useFileStyles } from "../file-styles.ts";

/** Loads the panel for several files on first use. If loading fails it shows an error, and the files stay chosen. */
export function LazyMergePanel(props: MergePanelProps) {
  const styles = useFileStyles();
  const [Panel, setPanel] = useState<ComponentType<MergePanelProps>>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let cancelled = false;
    import("./MergePanel.tsx").then(
      (loaded) => {
        if (!cancelled) setPanel(() => loaded.default);
      },
      () => {
        if (!cancelled) setFailed(true);
      },
    );
    return () => {
      cancelled = true;
    };
  }, []);
  if (Panel) return <Panel {...props} />;
  return (
    <div role="status" className={styles.place}>
      {props.text(failed ? "file.failed" : "file.checking")}
    </div>
  );
}
