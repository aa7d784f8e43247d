import type { BlockDefinition } from "#engine/core/definitions/fragments.ts";
import type { Text } from "#engine/core/definitions/text.ts";
import { evaluate, type Expr } from "#engine/core/rules/evaluate.ts";
import type { FailureHandler } from "#renderer/runtime/action.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import type { StepLocation } from "#renderer/runtime/step-address.ts";
import type { FormDescriber } from "../form-types.ts";
import type { AccessibleNode } from "#widgets/accessible-node.ts";

export type { AccessibleNode } from "#widgets/accessible-node.ts";

/** Values that a block keeps while its screen is open, by name. */
export interface BlockState {
  read(name: string): unknown;
  write(name: string, value: unknown): void;
}

/** What a description can use of its screen. */
export interface DescribeScope {
  readonly scope: BlockScope;
  readonly forms: FormDescriber;
  raise(event: string, roots?: Record<string, unknown>, handle?: FailureHandler): Promise<void>;
  /** The address of the open step of a form. */
  readonly location: StepLocation;
  /** Navigates to another address of the screen and keeps the query. */
  go(path: string): void;
  /** What the block's component would keep in its state. */
  readonly state: BlockState;
  /** When the screen first described this mark, in milliseconds of the server's clock. */
  firstDescribedAt(mark: string): number;
  /** Describes nested blocks. */
  describe(body: readonly BlockDefinition[]): AccessibleNode[];
}

/** Describes one block in its current state. */
export type Describe = (document: BlockDefinition & Record<string, unknown>, screen: DescribeScope) => AccessibleNode[];

/** A text node; none for an empty text. */
export const toTextNodes = (text: string): AccessibleNode[] => (text ? [{ role: "text", name: text }] : []);

/** A region with a name; without a name the children themselves. */
export const toRegionNode = (name: string, children: AccessibleNode[]): AccessibleNode[] =>
  name ? [{ role: "region", name, children }] : children;

/** A resolved text; empty if the definition has none. */
export const readText = (scope: BlockScope, text: unknown): string =>
  text === undefined ? "" : scope.text(text as Text);

/** A button. A reason disables it. */
export function toButtonNode(
  name: string,
  press: () => void | Promise<void>,
  { disabled = false, reason = "", role = "button" }: { disabled?: boolean; reason?: string; role?: string } = {},
): AccessibleNode {
  const isOff = disabled || reason !== "";
  return { role, name, disabled: isOff, ...(reason && { reason }), ...(!isOff && { press }) };
}

/** Properties that only change the appearance. */
const appearanceProps =
  "style place appearance icon image letter tone emphasis minus sticky bleed stacked joined full size".split(" ");

/** The appearance of a block, so that snapshots notice a change of it. */
export function toAppearanceNodes(scope: BlockScope, definition: Readonly<Record<string, unknown>>): AccessibleNode[] {
  const changes = appearanceProps.flatMap((key) => {
    const value = definition[key] === undefined ? undefined : evaluate(definition[key] as Expr, scope.scope);
    if (value === undefined || value === "") return [];
    return [`${key} ${toShort(String(value))}`];
  });
  return changes.length > 0 ? [{ role: "appearance", name: changes.join(", ") }] : [];
}

/** The target of a press that only navigates. */
export const toTargetNodes = (href: string | undefined): AccessibleNode[] =>
  href === undefined ? [] : [{ role: "appearance", name: `target ${href}` }];

/** Shortens an inline image to its length. */
export const toShort = (text: string): string => (text.startsWith("data:") ? `of ${text.length} letters` : text);
