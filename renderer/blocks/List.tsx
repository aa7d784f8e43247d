import { Button, makeStyles, tokens } from "@fluentui/react-components";
import { useCallback, useRef } from "react";
import { evaluate, type Expr } from "#engine/rules/evaluate.ts";
import { useNearEnd } from "#renderer/shell/use-near-end.ts";
import type { BlockProps } from "./block.ts";
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

type Item = Record<string, unknown>;
const keyOf = (item: Item, index: number): string =>
  String(item["_id"] ?? item["id"] ?? item["subType"] ?? item["txnId"] ?? item["name"] ?? index);

/**
 * Rows of one shape; the texts of a row are read with `item` in scope. A press that navigates is drawn as a link. With
 * `more` the list goes on: by itself when somebody has scrolled to its end, and by a button of these words.
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
  item: row,
  document,
  scope,
  raise,
}: BlockProps<typeof contract>) {
  const styles = useStyles();
  const items = sortItems(filterItems((Array.isArray(of) ? of : []) as Item[], where), newestFirst);
  const place = useRef<HTMLElement>(null);
  const hasMore = Boolean(more) && document.on?.["more"] !== undefined;
  const loadMore = useCallback(() => void raise("more"), [raise]);
  useNearEnd(place, items.length, hasMore ? loadMore : undefined);
  return (
    <section ref={place} className={styles.box} aria-label={region}>
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
      <ul className={styles.list}>
        {items.map((item, index) => (
          <li key={keyOf(item, index)}>
            <ListRow
              row={row}
              scope={scope.with({ item })}
              press={document.on?.["press"]}
              selected={selected !== undefined && selected !== null && keyOf(item, index) === selected}
              raise={(event) => void raise(event, { item })}
            />
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button size="large" onClick={loadMore}>
          {more}
        </Button>
      )}
    </section>
  );
}

/** Items whose values are the given ones; a value that reads nothing asks for nothing. */
function filterItems(items: Item[], where: Record<string, unknown> | undefined): Item[] {
  const wanted = Object.entries(where ?? {}).filter(([, value]) => value !== undefined && value !== null);
  return items.filter(
    (item) =>
      typeof item !== "object" ||
      wanted.every(
        ([path, value]) => evaluate({ var: `item.${path}` } as Expr, { roots: { item }, rules: {} }) === value,
      ),
  );
}

function sortItems(items: Item[], newestFirst: string | undefined): Item[] {
  return newestFirst
    ? items.toSorted((a, b) => String(b[newestFirst] ?? "").localeCompare(String(a[newestFirst] ?? "")))
    : items;
}
