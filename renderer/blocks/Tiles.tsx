import type { About } from "#engine/documents/about.ts";
import { makeStyles, tokens } from "@fluentui/react-components";
import { resolveProps } from "#renderer/runtime/resolve-props.ts";
import type { Text } from "#engine/documents/text.ts";
import type { ResolvedProps } from "#engine/documents/props.ts";
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

/** What an editor says of it. */
export const about = {
  is: "A tile for each verification, in groups with headings.",
  props: {
    of: ["The groups, each with heading and items.", { var: "transaction.groups" }],
    item: "How a tile reads; every text and rule is read with its verification as item.",
    "item.label": ["What it is called.", { var: "item.label" }],
    "item.status": ["How it stands, in a word or two.", { label: ["states", { var: "item.state" }] }],
    "item.note": ["A sentence below its name.", { var: "item.note" }],
    "item.price": ["What it costs.", { money: [{ var: "item.price.price" }, "USD"] }],
    "item.priceBefore": [
      "What it cost before the discount, struck out.",
      { money: [{ var: "item.price.mrp" }, "USD"] },
    ],
    "item.disabled": "Where it holds, the tile cannot be pressed; say why with reason.",
    "item.reason": [
      "Why the tile cannot be pressed; empty where it can.",
      { var: "item.allowed.verifications.save.why" },
    ],
    "item.canSkip": "Where it holds, the tile offers to be skipped.",
    "item.canUndo": "Where it holds, skipping can be taken back.",
    "item.skip": ["The words of the button that skips.", "Skip"],
    "item.undo": ["The words of the button that takes skipping back.", "Undo"],
    "item.skipReason": ["Why it cannot be skipped; empty where it can.", { var: "item.skipRefused" }],
  },
  on: {
    press: "What is done when a tile is pressed; its verification is item.",
    skip: "What is done to skip item.",
    undo: "What is done to take skipping item back.",
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

/** A sentence below a heading, where it has something to say. */
function Note({ text }: { text: string }) {
  const styles = useStyles();
  return text ? <p className={styles.note}>{text}</p> : null;
}

/** Groups of things to do; the texts of an item are read with `item` in scope. What needs action is highlighted. */
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
