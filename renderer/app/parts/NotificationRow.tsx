import { Avatar, makeStyles, tokens } from "@fluentui/react-components";
import type { Notification } from "#engine/api/notices.ts";
import { formatRelative } from "#engine/rules/relative-time.ts";
import { useEffect, useState } from "react";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { readServerTime } from "#renderer/session/clock.ts";

const useStyles = makeStyles({
  row: {
    display: "flex",
    gap: "12px",
    paddingBlock: "12px",
    borderBlockEndWidth: "1px",
    borderBlockEndStyle: "solid",
    borderBlockEndColor: tokens.colorNeutralStroke2,
  },
  text: { margin: 0, color: tokens.colorNeutralForeground2, lineHeight: tokens.lineHeightBase300 },
  time: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** One notification: picture or letter, title, text, and how long ago, with the moment in the tooltip. */
export function NotificationRow({ config, notification }: { config: ConfigClient; notification: Notification }) {
  const styles = useStyles();
  const [moment, setMoment] = useState("");
  useEffect(() => {
    void import("#engine/rules/dates.ts").then(({ formatDate }) =>
      setMoment(
        formatDate(notification.createdAt, "full", {
          locale: config.manifest.locale,
          zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        }),
      ),
    );
  }, [notification.createdAt, config]);
  return (
    <div className={styles.row}>
      <Avatar
        name={notification.title}
        image={notification.image ? { src: notification.image } : undefined}
        size={36}
        aria-hidden="true"
      />
      <div>
        <strong>{notification.title}</strong>
        <p className={styles.text}>{notification.description}</p>
        <time className={styles.time} dateTime={notification.createdAt} title={moment}>
          {formatRelative(notification.createdAt, readServerTime().toISOString(), config.words)}
        </time>
      </div>
    </div>
  );
}
