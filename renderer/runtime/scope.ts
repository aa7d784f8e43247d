import type { Formats, Scope } from "#engine/rules/evaluate.ts";
import { labelled } from "#engine/documents/labels.ts";
import type { Text } from "#engine/documents/text.ts";
import { resolveText } from "#engine/documents/text.ts";
import { formatMoney } from "#engine/rules/money.ts";
import type { Steps } from "#engine/documents/steps.ts";
import type { TextKey } from "#engine/documents/text-keys.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { fetchCode } from "#renderer/session/page-code.ts";
import type { FormRegistry } from "./form-registry.ts";

/** What a block sees of its screen. */
export interface BlockScope {
  /** Roots and rules for the evaluator; texts may be formatted. */
  scope: Scope;
  config: ConfigClient;
  /** A document's text in the candidate's language. */
  text(text: Text | undefined, roots?: Record<string, unknown>): string;
  /** A text of catalogues/texts, by key. */
  words(key: TextKey, values?: Record<string, string | number>): string;
  /** The same scope with more roots: `item`, `data`. */
  with(roots: Record<string, unknown>): BlockScope;
  /** Whether this event of a block, in a list of this item, runs or waits its turn. */
  isBusy(block: string, event: string, roots?: Record<string, unknown>): boolean;
  forms: FormRegistry;
  isOpen(dialog: string): boolean;
  closeDialog(dialog: string): void;
  /** The address of a step that only navigates, so that it can be drawn as a link. */
  toHref(step: Steps | undefined, roots?: Record<string, unknown>): string | undefined;
  /** Fetches a root of the screen again. */
  refresh(root: string): Promise<void>;
}

type FormatDate = (value: unknown, style: string, place: { locale: string; zone: string }) => string;
let formatDate: FormatDate | undefined;
/** Date handling is heavy: it is fetched when a screen's words include it. */
export async function loadDates(): Promise<void> {
  formatDate ??= await fetchCode(() => import("#engine/rules/dates.ts").then(({ formatDate: format }) => format));
}

/** How values are written for people, in this language and zone. */
export function toFormats(config: ConfigClient, env: { locale: string; timeZone: string }): Formats {
  return {
    money: (amount, currency) => formatMoney(amount, currency),
    date: (value, style) => formatDate?.(value, style, { locale: env.locale, zone: env.timeZone }) ?? "",
    label: (catalogue, key) => {
      const label = labelled[catalogue]?.label(config, key);
      return label === undefined ? key : resolveText(label, { roots: {}, rules: {} }, config.translate);
    },
  };
}
