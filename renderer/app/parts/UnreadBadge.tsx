import { CounterBadge, makeStyles } from "@fluentui/react-components";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { useUnread } from "../use-unread.ts";

const useStyles = makeStyles({ said: { display: "none" } });

/**
 * How many notices are not read, as a number on what leads to them. It keeps its own name: the number describes it,
 * by `id`, for whoever does not see it.
 */
export function UnreadBadge({ config, id }: { config: ConfigClient; id: string }) {
  const styles = useStyles();
  const unread = useUnread();
  return unread > 0 ? (
    <>
      <CounterBadge count={unread} size="small" color="brand" aria-hidden="true" />
      <span id={id} className={styles.said}>
        {config.words("notifications.unread", { n: unread })}
      </span>
    </>
  ) : null;
}
