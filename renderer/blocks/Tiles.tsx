import type { About } from "#engine/core/definitions/about.ts";
import { makeStyles, tokens } from "@fluentui/react-components";
import { resolveProps } from "#renderer/runtime/resolve-props.ts";
import type { Text } from "#engine/core/definitions/text.ts";
import type { ResolvedProps } from "#engine/core/definitions/props.ts";
import type { BlockProps } from "./block.ts";
import { SkipButton } from "./parts/SkipButton.tsx";
import { TileButton } from "./parts/TileButton.tsx";

export const contract = {
  props: {
    of: { value: { type: "array" } },
    item: {
      object: {
        label: "text",
        "status?": "text",
        "note?": "text",
        "price?": "text",
        "priceBefore?": "text",
        "disabled?": "rule",
        "reason?": "text",
        "canSkip?": "rule",
        "canUndo?": "rule",
        "skip?": "text",
        "undo?": "text",
        "skipReason?": "text",
      },
    },
  },
  events: { press: ["item"], skip: ["item"], undo: ["item"] },
  offers: { press: true, skip: "item.canSkip", undo: "item.canUndo" },
  perItem: ["item"],
  itemOf: { list: "of", inside: "items" },
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "A tile for each verification, in groups with headings.",
  props: {
    of: ["The groups, each with heading and items.", { var: "transaction.groups" }],
    item: "The texts of a tile, evaluated with its verification as item.",
    "item.label": ["The label.", { var: "item.label" }],
    "item.status": ["A short status.", { label: ["states", { var: "item.state" }] }],
    "item.note": ["A sentence below the label.", { var: "item.note" }],
    "item.price": ["The price.", { money: [{ var: "item.price.price" }, "USD"] }],
    "item.priceBefore": [
      "The price before the discount, struck through.",
      { money: [{ var: "item.price.mrp" }, "USD"] },
    ],
    "item.disabled": "A rule that disables the tile; give the cause in reason.",
    "item.reason": ["Why the tile is disabled; empty when it is not.", { var: "item.allowed.verifications.save.why" }],
    "item.canSkip": "A rule that shows the skip button.",
    "item.canUndo": "A rule that shows the undo button.",
    "item.skip": ["The label of the skip button.", "Skip"],
    "item.undo": ["The label of the undo button.", "Undo"],
    "item.skipReason": ["Why it cannot be skipped; empty when it can.", { var: "item.skipRefused" }],
  },
  on: {
    press: "Runs when a tile is pressed, with its verification as item.",
    skip: "Runs to skip item.",
    undo: "Runs to undo skipping item.",
  },
} satisfies About<typeof contract>;

interface Item {
  name: string;
  icon?: string;
  tone?: string;
}
interface TileGroup {
  id: string;
  heading: Text;
  note?: Text;
  tone?: string;
  items: Item[];
}

const useStyles = makeStyles({
  group: { display: "flex", flexDirection: "column", gap: "8px" },
  heading: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  danger: { color: tokens.colorStatusDangerForeground1 },
  note: { margin: 0, color: tokens.colorNeutralForeground2, lineHeight: tokens.lineHeightBase300 },
  list: { listStyleType: "none", margin: 0, padding: 0, display: "flex", flexDirection: "column", gap: "8px" },
  item: { display: "flex", flexDirection: "column" },
});

function Note({ text }: { text: string }) {
  const styles = useStyles();
  return text ? <p className={styles.note}>{text}</p> : null;
}

/** Groups of tiles; item texts are evaluated with `item` in scope. Groups that need action are highlighted. */
export function Tiles({ of, item: shape, document, scope, raise }: BlockProps<typeof contract>) {
  const styles = useStyles();
  return ((of ?? []) as TileGroup[]).map((group) => (
    <section key={group.id} className={styles.group} aria-labelledby={`group-${group.id}`}>
      <h2 id={`group-${group.id}`} className={`${styles.heading} ${group.tone === "danger" ? styles.danger : ""}`}>
        {scope.text(group.heading)}
      </h2>
      <Note text={scope.text(group.note)} />
      <ul className={styles.list}>
        {group.items.map((item) => {
          const shown = resolveProps(contract.props.item.object, shape, scope.with({ item })) as ResolvedProps<
            typeof contract.props.item.object
          >;
          return (
            <li key={item.name} className={styles.item}>
              <TileButton
                {...shown}
                icon={item.icon ?? "document"}
                tone={item.tone}
                danger={group.tone === "danger"}
                busy={scope.isBusy(document.id, "press", { item })}
                onPress={() => void raise("press", { item })}
              />
              {shown.canSkip && (
                <SkipButton
                  label={shown.skip}
                  disabled={shown.disabled || Boolean(shown.reason)}
                  reason={shown.skipReason}
                  busy={scope.isBusy(document.id, "skip", { item })}
                  onPress={() => void raise("skip", { item })}
                />
              )}
              {shown.canUndo && (
                <SkipButton
                  label={shown.undo}
                  reason={shown.skipReason}
                  busy={scope.isBusy(document.id, "undo", { item })}
                  onPress={() => void raise("undo", { item })}
                />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  ));
}
