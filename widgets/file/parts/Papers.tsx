import { useEffect, useState, type ComponentType } from "react";
import type { PapersPanelProps } from "./PapersPanel.tsx";
import { useFileStyles } from "../file-styles.ts";

/** The panel of several papers, fetched when there are several. Its failure to arrive is told, and the papers stay chosen. */
export function Papers(props: PapersPanelProps) {
  const styles = useFileStyles();
  const [Panel, setPanel] = useState<ComponentType<PapersPanelProps>>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let gone = false;
    import("./PapersPanel.tsx").then(
      (loaded) => {
        if (!gone) setPanel(() => loaded.default);
      },
      () => {
        if (!gone) setFailed(true);
      },
    );
    return () => {
      gone = true;
    };
  }, []);
  if (Panel) return <Panel {...props} />;
  return (
    <div role="status" className={styles.place}>
      {props.text(failed ? "file.failed" : "file.checking")}
    </div>
  );
}
