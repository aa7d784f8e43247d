import { CounterBadge, makeStyles } from "@fluentui/react-components";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { useUnreadCount } from "../use-unread-count.ts";

const useStyles = makeStyles({ text: { display: "none" } });

interface BadgeProps {
  config: ConfigClient;
  /** The id of its text, which can describe the link or button beside it. */
  id: string;
}

/** The number of unread notifications. */
export function UnreadBadge(props: BadgeProps) {
  return <CountBadge {...props} unread={useUnreadCount()} />;
}

/** A number of unread things; nothing for 0. */
export function CountBadge({ config, id, unread }: BadgeProps & { unread: number }) {
  const styles = useStyles();
  return unread > 0 ? (
    <>
      <CounterBadge count={unread} size="small" color="brand" aria-hidden="true" />
      <span id={id} className={styles.text}>
        {config.uiText("notifications.unread", { n: unread })}
      </span>
    </>
  ) : null;
}
