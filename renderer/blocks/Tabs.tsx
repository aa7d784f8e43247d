import type { About } from "#engine/core/definitions/about.ts";
import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import type { KeyboardEvent } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useSwipe } from "#renderer/shell/use-swipe.ts";
import type { BlockProps } from "./block.ts";
import { ArticleParts } from "./parts/ArticleParts.tsx";

export const contract = { props: { of: { ref: "catalogue" } } } as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "An article in tabs; the address selects one.",
  props: {
    of: "The id of a catalogue of kind articles with tabs.",
  },
} satisfies About<typeof contract>;

const useStyles = makeStyles({
  box: { display: "flex", flexDirection: "column", gap: "16px" },
  tabs: {
    display: "flex",
    gap: "24px",
    borderBlockEndWidth: "1px",
    borderBlockEndStyle: "solid",
    borderBlockEndColor: tokens.colorNeutralStroke2,
  },
  tab: {
    minHeight: "44px",
    minWidth: "44px",
    padding: 0,
    border: "none",
    borderBlockEndWidth: "3px",
    borderBlockEndStyle: "solid",
    borderBlockEndColor: "transparent",
    marginBlockEnd: "-1px",
    backgroundColor: "transparent",
    color: tokens.colorNeutralForeground2,
    fontFamily: "inherit",
    fontSize: tokens.fontSizeBase400,
    cursor: "pointer",
    ":focus-visible": { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: "2px" },
  },
  panel: { touchAction: "pan-y", "@media (prefers-reduced-motion: reduce)": { transitionDuration: "0s !important" } },
  chosen: {
    borderBlockEndColor: tokens.colorBrandStroke1,
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
  },
});

/** Direction of an arrow key; reversed in right-to-left pages. */
const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/**
 * An article in tabs. The address selects the panel; a tab without a label has a panel but no tab. Switching keeps the
 * query.
 */
export function Tabs({ of, scope }: BlockProps<typeof contract>) {
  const styles = useStyles();
  const location = useLocation();
  const navigate = useNavigate();
  const { tabs = [] } = scope.config.get("articles", of);
  const current = tabs.find(({ route }) => route === location.pathname) ?? tabs[0];
  const shown = tabs.filter(({ label }) => label);
  // One tab must be in the tab order, even when the panel has no tab.
  const reachable = shown.find((tab) => tab === current) ?? shown[0];
  const choose = (route: string | undefined) => {
    if (route) void navigate({ pathname: route, search: location.search }, { replace: true });
  };
  const walk = (event: KeyboardEvent<HTMLButtonElement>) => {
    const step = (steps[event.key] ?? 0) * (document.documentElement.dir === "rtl" ? -1 : 1);
    const all = [...(event.currentTarget.parentElement?.children ?? [])] as HTMLElement[];
    if (step) all.at((all.indexOf(event.currentTarget) + step) % all.length)?.focus();
  };
  const neighbour = (step: 1 | -1) => tabs[tabs.indexOf(current!) + step];
  const swipe = useSwipe({
    limits: scope.config.get("limits", "limits").limits.swipe,
    onSwipe: (step) => choose(neighbour(step)?.route),
    canSwipe: (step) => neighbour(step)?.route !== undefined,
  });
  return (
    <div className={styles.box}>
      <div role="tablist" className={styles.tabs}>
        {shown.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`tab-${tab.id}`}
            aria-selected={tab === current}
            aria-controls={tab === current ? "tab-panel" : undefined}
            tabIndex={tab === reachable ? 0 : -1}
            className={mergeClasses(styles.tab, tab === current && styles.chosen)}
            onKeyDown={walk}
            onClick={() => choose(tab.route)}
          >
            {scope.text(tab.label)}
          </button>
        ))}
      </div>
      {current && (
        <div
          className={styles.panel}
          {...swipe}
          id="tab-panel"
          role="tabpanel"
          aria-labelledby={current.label ? `tab-${current.id}` : undefined}
        >
          <ArticleParts parts={current.parts} scope={scope} />
        </div>
      )}
    </div>
  );
}
