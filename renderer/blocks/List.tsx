import { Button, makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import { useRef } from "react";
import { Spinner } from "#renderer/shell/Loading.tsx";
import type { BlockProps } from "./block.ts";
import { useLoadMore } from "./parts/use-load-more.ts";
import { filterItems, getItemKey, sortItems } from "./parts/items.ts";
import { contract } from "./parts/list-contract.ts";
import { ListRow } from "./parts/ListRow.tsx";

const useStyles = makeStyles({
  box: { display: "flex", flexDirection: "column", gap: "8px" },
  heading: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
  },
  list: { listStyleType: "none", margin: 0, padding: 0, display: "flex", flexDirection: "column", gap: "8px" },
  joined: {
    gap: 0,
    // The shorthand of `list`, because Griffel lets longhands win over paddingInline.
    padding: "4px 20px",
    borderRadius: "8px",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    "> li > div": { border: "none", borderRadius: 0, paddingInline: 0 },
    "> li + li": {
      borderBlockStartWidth: "1px",
      borderBlockStartStyle: "solid",
      borderBlockStartColor: tokens.colorNeutralStroke2,
    },
  },
  more: { minHeight: "44px" },
  empty: {
    padding: "32px 16px",
    textAlign: "center",
    color: tokens.colorNeutralForeground2,
    lineHeight: tokens.lineHeightBase300,
    borderRadius: "8px",
    border: `1px dashed ${tokens.colorNeutralStroke1}`,
  },
});

export { contract };

/**
 * Rows of one shape; row texts are evaluated with `item` in scope. A press that navigates is drawn as a link. Without
 * rows and without `empty` it draws nothing. `more` loads the next page at the end of scrolling, and by a button with
 * that label.
 */
export function List({
  of,
  where,
  heading,
  title,
  region,
  empty,
  newestFirst,
  selected,
  more,
  joined,
  item: row,
  document,
  scope,
  raise,
}: BlockProps<typeof contract>) {
  const styles = useStyles();
  const items = sortItems(filterItems(of, where), newestFirst);
  const listRef = useRef<HTMLElement>(null);
  const hasMore = Boolean(more) && document.on?.["more"] !== undefined;
  const { loading, loadMore } = useLoadMore(listRef, items.length, raise, hasMore, scope.config);
  if (items.length === 0 && !empty && !more) return null;
  return (
    <section ref={listRef} className={styles.box} aria-label={region}>
      {(heading ?? title) && <h2 className={styles.heading}>{heading ?? title}</h2>}
      {items.length === 0 && empty && (
        <div className={styles.empty}>
          <strong>{empty.title}</strong>
          {empty.text && (
            <>
              <br />
              {empty.text}
            </>
          )}
        </div>
      )}
      {items.length > 0 && (
        <ul data-card={joined} className={mergeClasses(styles.list, joined && styles.joined)}>
          {items.map((item, index) => (
            <li key={getItemKey(item, index)}>
              <ListRow
                row={row}
                scope={scope.with({ item })}
                press={document.on?.["press"]}
                selected={selected !== undefined && selected !== null && getItemKey(item, index) === selected}
                isBusy={(event) => scope.isBusy(document.id, event, { item })}
                raise={(event) => void raise(event, { item })}
              />
            </li>
          ))}
        </ul>
      )}
      {hasMore && (
        <Button
          className={styles.more}
          size="large"
          aria-busy={loading || undefined}
          {...(loading && { icon: <Spinner /> })}
          onClick={loadMore}
        >
          {more}
        </Button>
      )}
    </section>
  );
}
