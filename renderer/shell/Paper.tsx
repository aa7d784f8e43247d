import { makeStyles, tokens } from "@fluentui/react-components";
import { useEffect, useId, useState } from "react";
import { toSizeText } from "#engine/base/size-text.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { loadFile, openFile, toFileQuery, type FileFacts } from "#renderer/data/files.ts";
import { useKept } from "#renderer/data/use-kept.ts";
import { Icon } from "./Icon.tsx";
import { TextLink } from "./TextLink.tsx";

const useStyles = makeStyles({
  paper: { display: "flex", alignItems: "center", gap: "12px", minWidth: 0, textAlign: "start" },
  picture: {
    flexShrink: 0,
    width: "44px",
    height: "56px",
    display: "flex",
    alignItems: "center",
    justifyContent: "center",
    overflow: "hidden",
    borderRadius: "4px",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground3,
  },
  image: { width: "100%", height: "100%", objectFit: "cover" },
  words: { minWidth: 0, display: "flex", flexDirection: "column" },
  label: { fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
  link: {
    display: "inline-flex",
    alignItems: "center",
    minHeight: "44px",
    marginBlock: "-8px",
    overflowWrap: "anywhere",
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
  size: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
  },
});

interface PaperProps extends Partial<FileFacts> {
  fileUrl: string;
  /** What it is: the label of its field. */
  label?: string;
  /** The id of words that say what it is, where they stand elsewhere. */
  labelId?: string;
  config: ConfigClient;
}

/** A stored paper: its picture, what it is, and 'View {file name}'. What is not said of it is asked of the server. */
export function Paper({ fileUrl, label, labelId, config, ...known }: PaperProps) {
  const styles = useStyles();
  const ownId = useId();
  const asked = useKept(toFileQuery(fileUrl), known.fileName === undefined);
  const { fileName = "…", sizeBytes, type } = known.fileName === undefined ? (asked.data ?? {}) : known;
  const picture = usePicture(fileUrl, type, sizeBytes);
  return (
    <span className={styles.paper}>
      <span className={styles.picture} aria-hidden="true">
        {picture ? <img className={styles.image} src={picture} alt="" /> : <Icon name="document" size={24} />}
      </span>
      <span className={styles.words}>
        {label && (
          <span id={ownId} className={styles.label}>
            {label}
          </span>
        )}
        <TextLink
          className={styles.link}
          href={fileUrl}
          describedBy={label ? ownId : labelId}
          onClick={(event) => {
            event.preventDefault();
            void openFile(fileUrl, config);
          }}
        >
          {config.words("file.view", { name: fileName })}
        </TextLink>
        {sizeBytes !== undefined && <span className={styles.size}>{toSizeText(sizeBytes)}</span>}
      </span>
    </span>
  );
}

/** Larger pictures are not fetched for a thumbnail. */
const pictureLimitBytes = 2 * 1024 * 1024;

/** A blob: address of a stored picture; files need a bearer, so their own address never stands in `src`. */
function usePicture(fileUrl: string, type: string | undefined, sizeBytes = Infinity): string | undefined {
  const [url, setUrl] = useState<string>();
  const wanted = type?.startsWith("image/") === true && sizeBytes <= pictureLimitBytes;
  const query = { key: ["file-bytes", fileUrl], load: (signal: AbortSignal) => loadFile(fileUrl, signal) };
  const bytes = useKept(query, wanted);
  useEffect(() => {
    if (!bytes.data) return;
    const made = URL.createObjectURL(bytes.data);
    setUrl(made);
    return () => {
      setUrl(undefined);
      URL.revokeObjectURL(made);
    };
  }, [bytes.data]);
  return url;
}
