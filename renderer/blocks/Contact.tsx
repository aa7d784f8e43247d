import type { About } from "#engine/core/definitions/about.ts";
import type { Text } from "#engine/core/definitions/text.ts";
import { makeStyles, tokens } from "@fluentui/react-components";
import type { BlockProps } from "./block.ts";

export const contract = { props: { text: "text" } } as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "Support contacts of the page's organisation as links. Without contacts it draws nothing.",
  props: { text: ["The text before the contacts.", "Write to us or call"] },
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

/** Contact details of an organisation's support. */
interface Contacts {
  email: string;
  phone?: string;
  hours?: Text;
}

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
