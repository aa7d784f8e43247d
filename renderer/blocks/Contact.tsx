import type { About } from "#engine/documents/about.ts";
import type { Text } from "#engine/documents/text.ts";
import { makeStyles, tokens } from "@fluentui/react-components";
import type { BlockProps } from "./block.ts";

export const contract = { props: { text: "text" } } as const;

/** What an editor says of it. */
export const about = {
  is: "How support of the page's organisation is reached: its address and its number, each a link. Nothing where it names none.",
  props: { text: ["The words before them.", "Write to us or call"] },
} satisfies About<typeof contract>;

const useStyles = makeStyles({
  contact: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "0 16px",
    margin: 0,
    color: tokens.colorNeutralForeground2,
    lineHeight: tokens.lineHeightBase300,
  },
  link: {
    display: "inline-flex",
    alignItems: "center",
    minHeight: "44px",
    borderRadius: tokens.borderRadiusSmall,
    color: tokens.colorBrandForegroundLink,
    overflowWrap: "anywhere",
    ":focus-visible": { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: "1px" },
  },
});

/** What an organisation says of its support. */
interface Contacts {
  email: string;
  phone?: string;
  hours?: Text;
}

/** How support is reached. */
export function Contact({ text, scope }: BlockProps<typeof contract>) {
  const styles = useStyles();
  const { contacts } = (scope.scope.roots["organisation"] ?? {}) as { contacts?: Contacts };
  if (!contacts) return null;
  const { email, phone, hours } = contacts;
  return (
    <p className={styles.contact}>
      <span>{text}</span>
      <a className={styles.link} href={`mailto:${email}`}>
        {email}
      </a>
      {phone && (
        <a className={styles.link} href={`tel:${phone.replace(/\s/g, "")}`}>
          {phone}
        </a>
      )}
      {phone && hours && <span>{scope.text(hours)}</span>}
    </p>
  );
}
