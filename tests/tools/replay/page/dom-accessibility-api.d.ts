// The package has types, but its `exports` do not name them.
declare module "dom-accessibility-api" {
  export function computeAccessibleName(
    element: Element,
    options?: { computedStyleSupportsPseudoElements?: boolean },
  ): string;
  export function computeAccessibleDescription(element: Element): string;
  export function getRole(element: Element): string | null;
  export function isInaccessible(element: Element): boolean;
}
