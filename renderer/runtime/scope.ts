import type { Formats, Scope } from "#engine/core/rules/evaluate.ts";
import { labelled } from "#engine/core/definitions/labels.ts";
import type { Text } from "#engine/core/definitions/text.ts";
import { resolveText } from "#engine/core/definitions/text.ts";
import { formatMoney } from "#engine/core/rules/money.ts";
import { formatNumber, formatPercent } from "#engine/core/rules/number-text.ts";
import type { Steps } from "#engine/core/definitions/steps.ts";
import type { TextKey } from "#engine/core/definitions/text-keys.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { loadCode } from "#renderer/session/code-loading.ts";
import type { FormRegistry } from "./form-registry.ts";

/** What a block sees of its screen. */
export interface BlockScope {
  /** The evaluation scope. */
  scope: Scope;
  config: ConfigClient;
  /** Resolves a definition's text in the user's language. */
  text(text: Text | undefined, roots?: Record<string, unknown>): string;
  /** A text of catalogues/texts, by key. */
  uiText(key: TextKey, values?: Record<string, string | number>): string;
  /** The same scope with more roots: `item`, `data`. */
  with(roots: Record<string, unknown>): BlockScope;
  /** Returns whether this event of a block, for this item of a list, runs or waits. */
  isBusy(block: string, event: string, roots?: Record<string, unknown>): boolean;
  forms: FormRegistry;
  isOpen(dialog: string): boolean;
  closeDialog(dialog: string): void;
  /** The address of a step that only navigates, so that it can be a link. */
  toHref(step: Steps | undefined, roots?: Record<string, unknown>): string | undefined;
  /** Fetches a root of the screen again. */
  refresh(root: string): Promise<void>;
}

type FormatDate = (value: unknown, style: string, place: { locale: string; zone: string }) => string;
let formatDate: FormatDate | undefined;
/** Loads the date code, which is large, when a screen uses dates. */
export async function loadDates(): Promise<void> {
  formatDate ??= await loadCode(() => import("#engine/core/rules/dates.ts").then(({ formatDate: format }) => format));
}

/** How values are formatted in this language and time zone. */
export function toFormats(config: ConfigClient, env: { locale: string; timeZone: string }): Formats {
  return {
    money: (amount, currency) => formatMoney(amount, currency),
    number: (value, decimals) => formatNumber(value, env.locale, decimals),
    percent: (value, decimals) => formatPercent(value, env.locale, decimals),
    date: (value, style) => formatDate?.(value, style, { locale: env.locale, zone: env.timeZone }) ?? "",
    label: (catalogue, key) => {
      const label = labelled[catalogue]?.label(config, key);
      return label === undefined ? key : resolveText(label, { roots: {}, rules: {} }, config.translate);
    },
  };
}
