import { makeStyles, tokens } from "@fluentui/react-components";
import { useId } from "react";
import type { ResolvedProps } from "#engine/documents/props.ts";
import type { Steps } from "#engine/documents/steps.ts";
import { resolveProps } from "#renderer/runtime/resolve-props.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import { Icon } from "#renderer/shell/Icon.tsx";
import { TextLink } from "#renderer/shell/TextLink.tsx";
import { Chip } from "./Chip.tsx";
import { contract } from "./certificate-contract.ts";
import { RowAction } from "./RowAction.tsx";
import { toTone } from "./tones.ts";

const cardProps = contract.props.item.object;
const fewFacts = 3;

const useStyles = makeStyles({
  card: {
    display: "flex",
    flexDirection: "column",
    overflow: "hidden",
    borderRadius: "8px",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow4,
    breakInside: "avoid",
  },
  head: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "8px 12px",
    padding: "16px 20px",
    color: tokens.colorBrandForeground2,
    backgroundColor: tokens.colorBrandBackground2,
    borderBlockEndWidth: "1px",
    borderBlockEndStyle: "solid",
    borderBlockEndColor: tokens.colorBrandStroke2,
  },
  title: {
    flexGrow: 1,
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: "anywhere",
  },
  body: { display: "flex", flexDirection: "column", gap: "16px", padding: "20px" },
  caption: {
    margin: 0,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
  },
  holder: {
    margin: 0,
    fontSize: "24px",
    lineHeight: "32px",
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: "anywhere",
  },
  facts: { margin: 0, display: "grid", gap: "12px 24px", gridTemplateColumns: "repeat(auto-fill, minmax(200px, 1fr))" },
  value: { margin: 0, fontSize: "16px", lineHeight: "22px", overflowWrap: "anywhere" },
  said: {
    borderBlockStartWidth: "1px",
    borderBlockStartStyle: "solid",
    borderBlockStartColor: tokens.colorNeutralStroke2,
    paddingBlockStart: "16px",
  },
  saidValue: { margin: 0, lineHeight: tokens.lineHeightBase300, overflowWrap: "anywhere" },
  foot: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "4px 8px",
    padding: "8px",
    borderBlockStartWidth: "1px",
    borderBlockStartStyle: "solid",
    borderBlockStartColor: tokens.colorNeutralStroke2,
    "@media print": { display: "none" },
  },
  open: {
    display: "inline-flex",
    alignItems: "center",
    minHeight: "44px",
    paddingInline: "12px",
    marginInlineEnd: "auto",
    "@media (max-width: 599px)": { flexBasis: "100%" },
  },
});

interface CertificateCardProps {
  document: Record<string, unknown>;
  scope: BlockScope;
  /** Below the heading of the list, or that of the page. */
  level: "h2" | "h3";
  full: boolean;
  open: Steps | undefined;
  isBusy(event: string): boolean;
  raise(event: string): void;
}

/** One item as a card: what it proves and whose it is first, what it holds, then who says so. */
export function CertificateCard({ document, scope, level: Heading, full, open, isBusy, raise }: CertificateCardProps) {
  const styles = useStyles();
  const id = useId();
  const card = resolveProps(cardProps, document, scope) as ResolvedProps<typeof cardProps>;
  const facts = (Array.isArray(card.facts) ? card.facts : []) as { label: string; value: string }[];
  // The holder stands above already: of a few facts none is spent on saying it again.
  const few = facts.filter(({ value }) => value !== card.holder).slice(0, fewFacts);
  const href = card.open ? scope.toHref(open) : undefined;
  return (
    <article className={styles.card} aria-labelledby={id}>
      <div className={styles.head}>
        <Icon name={String(card.icon)} size={28} />
        <Heading id={id} className={styles.title}>
          {card.title}
        </Heading>
        {card.chip && <Chip text={card.chip} tone={toTone(card.tone)} />}
      </div>
      <div className={styles.body}>
        {card.holder && (
          <div>
            <p className={styles.caption}>{card.holderLabel}</p>
            <p className={styles.holder}>{card.holder}</p>
          </div>
        )}
        <dl className={styles.facts}>
          {(full ? facts : few).map((fact) => (
            <div key={fact.label}>
              <dt className={styles.caption}>{fact.label}</dt>
              <dd className={styles.value}>{fact.value}</dd>
            </div>
          ))}
        </dl>
        <dl className={`${styles.facts} ${styles.said}`}>
          {card.rows.map((row) => (
            <div key={row.id}>
              <dt className={styles.caption}>{row.label}</dt>
              <dd className={styles.saidValue}>{row.text}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className={styles.foot}>
        {href && (
          <TextLink
            className={styles.open}
            href={href}
            describedBy={id}
            onClick={(event) => {
              event.preventDefault();
              raise("open");
            }}
          >
            {card.open}
          </TextLink>
        )}
        {card.actions?.map((action) => (
          <RowAction key={action.id} {...action} about={id} busy={isBusy(action.id)} onPress={() => raise(action.id)} />
        ))}
      </div>
    </article>
  );
}
