import { Button, makeStyles, tokens } from "@fluentui/react-components";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import type { Notification } from "#engine/api/notices.ts";
import { call } from "#renderer/data/client.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { toPath } from "#renderer/runtime/routes.ts";
import { NotificationRow } from "./NotificationRow.tsx";

const firstLoad = "20";
const useStyles = makeStyles({
  head: { display: "flex", alignItems: "center", justifyContent: "space-between", marginBlockEnd: "8px" },
  title: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  empty: { color: tokens.colorNeutralForeground2, lineHeight: tokens.lineHeightBase300 },
});

/** The short form of the notifications beside the content. */
export function NotificationsPanel({ config }: { config: ConfigClient }) {
  const styles = useStyles();
  const navigate = useNavigate();
  const { panel } = config.get("menu", "menu");
  const notifications = useQuery({
    queryKey: ["notifications", "panel"],
    queryFn: ({ signal }) =>
      call("notifications.list", { seed: "0", count: firstLoad }, { signal }) as Promise<{ list: Notification[] }>,
  });
  const list = notifications.data?.list ?? [];
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.title}>{config.words("shell.notifications")}</h2>
        {panel && (
          <Button
            appearance="subtle"
            style={{ minHeight: 44 }}
            disabled={list.length === 0}
            onClick={() => void navigate(toPath(config, panel, {}, {}, {}))}
          >
            {config.words("shell.see-all")}
          </Button>
        )}
      </div>
      {list.length === 0 && !notifications.isPending && (
        <p className={styles.empty}>
          <strong>{config.words("notifications.empty")}</strong>
          <br />
          {config.words("notifications.empty-text")}
        </p>
      )}
      {notifications.isError && (
        <Button onClick={() => void notifications.refetch()}>{config.words("load.retry")}</Button>
      )}
      {list.map((notification) => (
        <NotificationRow key={notification._id} config={config} notification={notification} />
      ))}
    </>
  );
}
