import { Button } from "@fluentui/react-components";
import { useNavigate } from "react-router-dom";
import { resolveText } from "#engine/core/definitions/text.ts";
import { isTrue } from "#engine/core/rules/evaluate.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { toPath } from "#renderer/runtime/routes.ts";
import { openIdsAtom, store } from "#renderer/session/slices.ts";
import { openDemo } from "../open-demo.ts";

/** Menu entries with `bar`, shown in the top bar of a wide window. */
export function TopBarActions({ config }: { config: ConfigClient }) {
  const navigate = useNavigate();
  const organisation = config.get("organisation", config.orgId);
  const scope = {
    roots: { organisation: { ...organisation, flags: organisation.flags ?? {} }, session: {} },
    rules: config.rules,
  };
  const { items } = config.menu;
  const bar = items.filter((item) => item.bar && isTrue(item.when, scope));
  return (
    <>
      {bar.map((item) => (
        <Button
          key={item.id}
          appearance="subtle"
          style={{ minHeight: 44 }}
          onClick={() =>
            item.screen ? void navigate(toPath(config, item.screen, {}, {}, store.get(openIdsAtom))) : openDemo(config)
          }
        >
          {resolveText(item.label, scope, config.translate)}
        </Button>
      ))}
    </>
  );
}
