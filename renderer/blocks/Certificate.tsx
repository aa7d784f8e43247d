import { makeStyles, tokens } from "@fluentui/react-components";
import type { BlockProps } from "./block.ts";
import { CertificateCard } from "./parts/CertificateCard.tsx";
import { contract } from "./parts/certificate-contract.ts";
import { filterItems, getItemKey } from "./parts/items.ts";

export { contract };

const useStyles = makeStyles({
  box: { display: "flex", flexDirection: "column", gap: "12px" },
  heading: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
  },
  list: { listStyleType: "none", margin: 0, padding: 0, display: "flex", flexDirection: "column", gap: "16px" },
  empty: {
    padding: "32px 16px",
    textAlign: "center",
    color: tokens.colorNeutralForeground2,
    lineHeight: tokens.lineHeightBase300,
    borderRadius: "8px",
    border: `1px dashed ${tokens.colorNeutralStroke1}`,
  },
  emptyTitle: { display: "block" },
});

/** Credentials as cards: the fact, the holder, the issuer and the date. */
export function Certificate({
  of,
  where,
  heading,
  empty,
  full,
  item: document,
  document: block,
  scope,
  raise,
}: BlockProps<typeof contract>) {
  const styles = useStyles();
  const items = filterItems(of, where);
  return (
    <section className={styles.box}>
      {heading && <h2 className={styles.heading}>{heading}</h2>}
      {items.length === 0 && empty && (
        <div className={styles.empty}>
          <strong className={styles.emptyTitle}>{empty.title}</strong>
          {empty.text}
        </div>
      )}
      {items.length > 0 && (
        <ul className={styles.list}>
          {items.map((item, index) => (
            <li key={getItemKey(item, index)}>
              <CertificateCard
                document={document}
                scope={scope.with({ item })}
                level={heading ? "h3" : "h2"}
                full={full === true}
                open={block.on?.["open"]}
                isBusy={(event) => scope.isBusy(block.id, event, { item })}
                raise={(event) => void raise(event, { item })}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
