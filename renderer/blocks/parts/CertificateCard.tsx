import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import { useId } from "react";
import type { ResolvedProps } from "#engine/core/definitions/props.ts";
import type { Steps } from "#engine/core/definitions/steps.ts";
import { resolveProps } from "#renderer/runtime/resolve-props.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import { Icon } from "#renderer/shell/Icon.tsx";
import { onLinkPress } from "#renderer/shell/link-press.ts";
import { TextLink } from "#renderer/shell/TextLink.tsx";
import { contract } from "./certificate-contract.ts";
import { pickFacts } from "./certificate-facts.ts";
import { RowAction } from "./RowAction.tsx";
import { toneColours, toTone } from "./tones.ts";

const cardProps = contract.props.item.object;

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
    flexDirection: "column",
    gap: "12px",
    padding: "16px 20px",
    color: tokens.colorNeutralForegroundOnBrand,
    backgroundColor: tokens.colorBrandBackground,
    // Keeps the colour in print, because it identifies the issuer.
    "@media print": { printColorAdjust: "exact" },
  },
  // A withdrawn credential loses its issuer's colour.
  withdrawn: { color: tokens.colorNeutralForeground1, backgroundColor: tokens.colorNeutralBackground4 },
  from: {
    display: "flex",
    alignItems: "center",
    gap: "8px",
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
  logo: {
    width: "28px",
    height: "28px",
    flexShrink: 0,
    objectFit: "contain",
    // Keeps a logo with rounded corners away from the white corners.
    boxSizing: "border-box",
    padding: "3px",
    borderRadius: "6px",
    backgroundColor: "#ffffff",
  },
  names: { display: "flex", alignItems: "center", gap: "12px" },
  seal: {
    alignSelf: "flex-start",
    display: "flex",
    alignItems: "center",
    gap: "6px",
    margin: 0,
    paddingBlock: "6px",
    paddingInline: "10px 14px",
    borderRadius: tokens.borderRadiusCircular,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
    "@media print": { printColorAdjust: "exact" },
  },
  proves: {
    margin: 0,
    fontSize: "28px",
    lineHeight: "36px",
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: "anywhere",
  },
  over: { textDecorationLine: "line-through", color: tokens.colorNeutralForeground2 },
  institution: { margin: 0, fontSize: "18px", lineHeight: "26px", overflowWrap: "anywhere" },
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
    fontSize: "20px",
    lineHeight: "28px",
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: "anywhere",
  },
  facts: { margin: 0, display: "grid", gap: "12px 24px", gridTemplateColumns: "repeat(auto-fill, minmax(200px, 1fr))" },
  value: { margin: 0, fontSize: "16px", lineHeight: "22px", overflowWrap: "anywhere" },
  issuer: {
    borderBlockStartWidth: "1px",
    borderBlockStartStyle: "solid",
    borderBlockStartColor: tokens.colorNeutralStroke2,
    paddingBlockStart: "16px",
  },
  issuerValue: { margin: 0, lineHeight: tokens.lineHeightBase300, overflowWrap: "anywhere" },
  foot: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "4px 8px",
    // Aligns the texts of link and actions with the body above.
    padding: "8px 11px",
    borderBlockStartWidth: "1px",
    borderBlockStartStyle: "solid",
    borderBlockStartColor: tokens.colorNeutralStroke2,
    "@media print": { display: "none" },
  },
  open: {
    display: "inline-flex",
    alignItems: "center",
    minHeight: "44px",
    paddingInline: "9px",
    marginInlineEnd: "auto",
    "@media (max-width: 599px)": { flexBasis: "100%" },
  },
});

interface CertificateCardProps {
  document: Record<string, unknown>;
  scope: BlockScope;
  /** h3 below the heading of the list, h2 without one. */
  level: "h2" | "h3";
  full: boolean;
  open: Steps | undefined;
  isBusy(event: string): boolean;
  raise(event: string): void;
}

/** A credential as a card: the fact and its holder first, then its other facts, then the issuer. */
export function CertificateCard({ document, scope, level: Heading, full, open, isBusy, raise }: CertificateCardProps) {
  const styles = useStyles();
  const id = useId();
  const card = resolveProps(cardProps, document, scope) as ResolvedProps<typeof cardProps>;
  const facts = pickFacts(card.facts, card, full);
  const tone = toTone(card.tone);
  const isWithdrawn = tone === "danger";
  const href = card.open ? scope.toHref(open) : undefined;
  return (
    <article className={styles.card} aria-labelledby={id}>
      <CardHead card={card} id={id} level={Heading} isWithdrawn={isWithdrawn} />
      <div className={styles.body}>
        {card.chip && (
          <p className={styles.seal} style={toneColours[tone]}>
            <Icon name={isWithdrawn ? "withdrawn" : "credential"} size={20} />
            {card.chip}
          </p>
        )}
        {(card.proves || card.institution) && (
          <div>
            {card.proves && <p className={mergeClasses(styles.proves, isWithdrawn && styles.over)}>{card.proves}</p>}
            {card.institution && <p className={styles.institution}>{card.institution}</p>}
          </div>
        )}
        {card.holder && (
          <div>
            <p className={styles.caption}>{card.holderLabel}</p>
            <p className={styles.holder}>{card.holder}</p>
          </div>
        )}
        <dl className={styles.facts}>
          {facts.map((fact) => (
            <div key={fact.name ?? fact.label}>
              <dt className={styles.caption}>{fact.label}</dt>
              <dd className={styles.value}>{fact.value}</dd>
            </div>
          ))}
        </dl>
        <dl className={`${styles.facts} ${styles.issuer}`}>
          {card.rows.map((row) => (
            <div key={row.id}>
              <dt className={styles.caption}>{row.label}</dt>
              <dd className={styles.issuerValue}>{row.text}</dd>
            </div>
          ))}
        </dl>
      </div>
      {(href || (card.actions ?? []).length > 0) && (
        <div className={styles.foot}>
          {href && (
            <TextLink
              className={styles.open}
              href={href}
              describedBy={id}
              onClick={onLinkPress(href, () => raise("open"))}
            >
              {card.open}
            </TextLink>
          )}
          {card.actions?.map((action) => (
            <RowAction
              key={action.id}
              {...action}
              about={id}
              busy={isBusy(action.id)}
              onPress={() => raise(action.id)}
            />
          ))}
        </div>
      )}
    </article>
  );
}

type Card = ResolvedProps<typeof cardProps>;

/** Issuer and title. A withdrawn credential loses its issuer's colour. */
function CardHead({
  card,
  id,
  level: Heading,
  isWithdrawn,
}: {
  card: Card;
  id: string;
  level: "h2" | "h3";
  isWithdrawn: boolean;
}) {
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.head, isWithdrawn && styles.withdrawn)}>
      {card.from && (
        <p className={styles.from}>
          {typeof card.image === "string" && card.image && <img className={styles.logo} src={card.image} alt="" />}
          <bdi>{card.from}</bdi>
        </p>
      )}
      <div className={styles.names}>
        <Icon name={String(card.icon)} size={28} />
        <Heading id={id} className={styles.title}>
          {card.title}
        </Heading>
      </div>
    </div>
  );
}
