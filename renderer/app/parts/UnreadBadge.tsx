import { CounterBadge, makeStyles } from "@fluentui/react-components";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { useUnreadCount } from "../use-unread-count.ts";

const useStyles = makeStyles({ text: { display: "none" } });

/**
 * The number of unread notifications. Its text has the given `id`, so that it can describe the link or button beside
 * it.
 */
export function UnreadBadge({ config, id }: { config: ConfigClient; id: string }) {
  const styles = useStyles();
  const unread = useUnreadCount();
  return unread > 0 ? (
    <>
      <CounterBadge count={unread} size="small" color="brand" aria-hidden="true" />
      <span id={id} className={styles.text}>
        {config.uiText("notifications.unread", { n: unread })}
      </span>
    </>
  ) : null;
}
