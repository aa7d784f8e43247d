/** A copy that reads nothing: what is worked out when somebody looks (a price) stays so in the copy. */
export function copyUnread<T extends object>(value: T): T {
  return Object.create(Object.prototype, Object.getOwnPropertyDescriptors(value)) as T;
}
