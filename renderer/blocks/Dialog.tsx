import { Button, Dialog as FluentDialog, DialogBody, DialogContent, DialogSurface, DialogTitle, makeStyles } from "@fluentui/react-components";
import { DismissRegular } from "@fluentui/react-icons";
import type { BlockDocument } from "#engine/documents/fragments.ts";
import type { BlockProps } from "./block.ts";

export const contract = { props: { title: "text", body: "blocks", "text?": "text", "closable?": "boolean" }, events: ["close"] } as const;

const useStyles = makeStyles({ content: { display: "flex", flexDirection: "column", gap: "16px", paddingBlockStart: "12px" }, close: { minWidth: "44px", minHeight: "44px" }, text: { margin: 0, fontSize: "16px", lineHeight: "24px" } });

/** Blocks over the page, opened and closed by actions. Closing by hand raises `close`. */
export function Dialog({ title, body, text, closable = true, document, scope, raise, render }: BlockProps<typeof contract>) {
  const styles = useStyles();
  const close = () => {
    scope.closeDialog(document.id);
    void raise("close");
  };
  return (
    <FluentDialog open={scope.isOpen(document.id)} modalType={closable ? "modal" : "alert"} onOpenChange={(_, { open }) => !open && closable && close()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle action={closable ? <Button className={styles.close} appearance="subtle" icon={<DismissRegular />} aria-label={scope.words("dialog.close")} onClick={close} /> : undefined}>{title}</DialogTitle>
          <DialogContent className={styles.content}>
            {text && <p className={styles.text}>{text}</p>}
            {render(body as BlockDocument[])}
          </DialogContent>
        </DialogBody>
      </DialogSurface>
    </FluentDialog>
  );
}
