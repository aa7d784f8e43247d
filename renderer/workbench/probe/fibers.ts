/**
 * The parts of React's internal tree that are read, as React's developer tools do. So the frames run the same build
 * that candidates get.
 */
export interface Fiber {
  readonly memoizedProps: Readonly<Record<string, unknown>> | null;
  readonly stateNode: unknown;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly return: Fiber | null;
  readonly alternate: Fiber | null;
}

function findProperty(element: Element, prefix: string): Fiber | null | undefined {
  const key = Object.keys(element).find((name) => name.startsWith(prefix));
  return key === undefined ? undefined : (element as unknown as Record<string, Fiber>)[key];
}

/** The fiber of the nearest element that React has drawn. */
export function findFiber(element: Element | null): Fiber | undefined {
  for (let node = element; node; node = node.parentElement) {
    const fiber = findProperty(node, "__reactFiber$");
    if (fiber) return fiber;
  }
  return undefined;
}

/** The root of the current tree. */
export function findRoot(container: Element | null): Fiber | undefined {
  const host = container && findProperty(container, "__reactContainer$");
  const current = (host?.stateNode as { current?: Fiber } | null)?.current;
  return current ?? host ?? undefined;
}

/** All fibers from `first` on, siblings and descendants, parents first. */
export function* walkFibers(first: Fiber | null): Generator<Fiber> {
  for (let fiber = first; fiber; fiber = fiber.sibling) {
    yield fiber;
    yield* walkFibers(fiber.child);
  }
}

/** The topmost elements that a fiber has drawn. */
export function listElements(fiber: Fiber): Element[] {
  if (fiber.stateNode instanceof Element) return [fiber.stateNode];
  const found: Element[] = [];
  for (let child = fiber.child; child; child = child.sibling) found.push(...listElements(child));
  return found;
}
