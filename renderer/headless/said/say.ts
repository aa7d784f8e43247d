import type { BlockDocument } from "#engine/documents/fragments.ts";
import type { Text } from "#engine/documents/text.ts";
import { evaluate, type Expr } from "#engine/rules/evaluate.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import type { SaysForms } from "../opened-form.ts";
import type { Said } from "#widgets/said.ts";

export type { Said } from "#widgets/said.ts";

/** What a block may ask of the screen that it stands on. */
export interface SayScope {
  readonly scope: BlockScope;
  readonly forms: SaysForms;
  raise(event: string, roots?: Record<string, unknown>): Promise<void>;
  /** Goes to another address that the screen has, keeping its query. */
  go(path: string): void;
  /** When the screen first asked for this mark: milliseconds of the server's clock. */
  firstSaid(mark: string): number;
  /** What blocks that stand inside say. */
  say(body: readonly BlockDocument[]): Said[];
}

/** What one block says, as its document stands now. */
export type Say = (document: BlockDocument & Record<string, unknown>, screen: SayScope) => Said[];

/** Some words; none where they are empty. */
export const toWords = (text: string): Said[] => (text ? [{ role: "text", name: text }] : []);

/** What stands together under a name; where there is none, side by side. */
export const toRegion = (name: string, children: Said[]): Said[] =>
  name ? [{ role: "region", name, children }] : children;

/** A document's text, resolved; empty where it has none. */
export const read = (scope: BlockScope, text: unknown): string => (text === undefined ? "" : scope.text(text as Text));

/** A button: why it cannot be used makes it one that cannot. */
export function toButton(
  name: string,
  press: () => void | Promise<void>,
  { disabled = false, reason = "", role = "button" }: { disabled?: boolean; reason?: string; role?: string } = {},
): Said {
  const isOff = disabled || reason !== "";
  return { role, name, disabled: isOff, ...(reason && { reason }), ...(!isOff && { press }) };
}

/** What of a block or an item is only seen. */
const seen = "style place appearance icon image letter tone emphasis minus sticky bleed stacked joined full size".split(
  " ",
);

/** How something looks, where its document says more of that than words. */
export function toLooks(scope: BlockScope, written: Readonly<Record<string, unknown>>): Said[] {
  const looks = seen.flatMap((key) => {
    const value = written[key] === undefined ? undefined : evaluate(written[key] as Expr, scope.scope);
    if (value === undefined || value === "") return [];
    return [`${key} ${toShort(String(value))}`];
  });
  return looks.length > 0 ? [{ role: "looks", name: looks.join(", ") }] : [];
}

/** Where a press leads that does nothing else: one sees it when one has gone there. */
export const toLeads = (href: string | undefined): Said[] =>
  href === undefined ? [] : [{ role: "looks", name: `leads to ${href}` }];

/** A picture that stands in its document is told by how long it is. */
export const toShort = (text: string): string => (text.startsWith("data:") ? `of ${text.length} letters` : text);
