import { makeStyles, Tab, TabList } from "@fluentui/react-components";
import { useLocation, useNavigate } from "react-router-dom";
import type { ArticlesDocument } from "#engine/documents/catalogues.ts";
import type { BlockProps } from "./block.ts";
import { Parts } from "./Parts.tsx";

export const contract = { props: { of: { ref: "catalogue" } } } as const;

const useStyles = makeStyles({ box: { display: "flex", flexDirection: "column", gap: "16px" }, tab: { minHeight: "44px" } });

/** An article with tabs. The address chooses the panel; a tab without a label has a panel and no tab. Switching keeps the search. */
export function Tabs({ of, scope }: BlockProps<typeof contract>) {
  const styles = useStyles();
  const location = useLocation();
  const navigate = useNavigate();
  const { tabs = [] } = scope.config.get<ArticlesDocument & { kind: never }>("articles", of);
  const current = tabs.find(({ route }) => route === location.pathname) ?? tabs[0];
  const choose = (id: unknown) => {
    const route = tabs.find((tab) => tab.id === id)?.route;
    if (route) void navigate({ pathname: route, search: location.search }, { replace: true });
  };
  return (
    <div className={styles.box}>
      <TabList selectedValue={current?.id} onTabSelect={(_, { value }) => choose(value)}>
        {tabs.filter(({ label }) => label).map((tab) => <Tab key={tab.id} value={tab.id} className={styles.tab} id={`tab-${tab.id}`}>{scope.text(tab.label)}</Tab>)}
      </TabList>
      {current && <div role="tabpanel" aria-labelledby={current.label ? `tab-${current.id}` : undefined}><Parts parts={current.parts} scope={scope} /></div>}
    </div>
  );
}
