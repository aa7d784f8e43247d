import type { About } from "#engine/core/definitions/about.ts";
import { makeStyles, MessageBar, MessageBarBody, MessageBarTitle } from "@fluentui/react-components";
import type { BlockProps } from "./block.ts";

export const contract = {
  props: { tone: { enum: ["info", "success", "warning", "danger"] }, "title?": "text", "text?": "text" },
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "A message on the page.",
  props: {
    tone: "Tone by meaning; sets the colour.",
    title: ["The title of the message.", "We need one more document"],
    text: ["The text of the message.", "Send it by Friday."],
  },
} satisfies About<typeof contract>;

const useStyles = makeStyles({
  bar: { padding: "12px 16px", minHeight: "auto", alignItems: "start", whiteSpace: "normal" },
  body: { paddingBlock: 0, fontSize: "14px", lineHeight: "20px" },
  title: { display: "block" },
});
const intents = { info: "info", success: "success", warning: "warning", danger: "error" } as const;

/** A message on the page. */
export function Banner({ tone, title, text }: BlockProps<typeof contract>) {
  const styles = useStyles();
  return (
    <MessageBar data-card className={styles.bar} intent={intents[tone]} layout="singleline">
      <MessageBarBody className={styles.body}>
        {title && <MessageBarTitle className={styles.title}>{title}</MessageBarTitle>}
        {text}
      </MessageBarBody>
    </MessageBar>
  );
}
