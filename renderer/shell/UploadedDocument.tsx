import { makeStyles, tokens } from "@fluentui/react-components";
import { useEffect, useId, useState } from "react";
import { toSizeText } from "#engine/core/base/size-text.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { loadFile, openFile, toFileQuery, type FileFacts } from "#renderer/data/files.ts";
import { useCachedQuery } from "#renderer/data/use-cached-query.ts";
import { Icon } from "./Icon.tsx";
import { TextLink } from "./TextLink.tsx";

const useStyles = makeStyles({
  document: { display: "flex", alignItems: "center", gap: "12px", minWidth: 0, textAlign: "start" },
  thumbnail: {
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
  text: { minWidth: 0, display: "flex", flexDirection: "column" },
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

interface UploadedDocumentProps extends Partial<FileFacts> {
  fileUrl: string;
  /** The label of the document's field. */
  label?: string;
  /** The id of a label elsewhere on the page. */
  labelId?: string;
  config: ConfigClient;
}

/** An uploaded document: thumbnail, label, and 'View {file name}'. Fetches file facts that are not passed in. */
export function UploadedDocument({ fileUrl, label, labelId, config, ...known }: UploadedDocumentProps) {
  const styles = useStyles();
  const ownId = useId();
  const facts = useCachedQuery(toFileQuery(fileUrl), known.fileName === undefined);
  const { fileName = "…", sizeBytes, type } = known.fileName === undefined ? (facts.data ?? {}) : known;
  const thumbnail = useThumbnail(fileUrl, type, sizeBytes);
  return (
    <span className={styles.document}>
      <span className={styles.thumbnail} aria-hidden="true">
        {thumbnail ? <img className={styles.image} src={thumbnail} alt="" /> : <Icon name="document" size={24} />}
      </span>
      <span className={styles.text}>
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
          {config.uiText("file.view", { name: fileName })}
        </TextLink>
        {sizeBytes !== undefined && <span className={styles.size}>{toSizeText(sizeBytes)}</span>}
      </span>
    </span>
  );
}

/** Larger images are not fetched for a thumbnail. */
const thumbnailLimitBytes = 2 * 1024 * 1024;

/** A blob URL of a stored image. Files need a bearer token, so `src` cannot be their own address. */
function useThumbnail(fileUrl: string, type: string | undefined, sizeBytes = Infinity): string | undefined {
  const [url, setUrl] = useState<string>();
  const wanted = type?.startsWith("image/") === true && sizeBytes <= thumbnailLimitBytes;
  const query = { key: ["file-bytes", fileUrl], load: (signal: AbortSignal) => loadFile(fileUrl, signal) };
  const bytes = useCachedQuery(query, wanted);
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
