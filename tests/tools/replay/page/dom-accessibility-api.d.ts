// The package has these types and does not say where they are (its `exports` name none).
declare module "dom-accessibility-api" {
  export function computeAccessibleName(
    element: Element,
    options?: { computedStyleSupportsPseudoElements?: boolean },
  ): string;
  export function computeAccessibleDescription(element: Element): string;
  export function getRole(element: Element): string | null;
  export function isInaccessible(element: Element): boolean;
}
