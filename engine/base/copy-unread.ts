/** A copy that reads nothing: what is worked out when somebody looks (a price) stays so in the copy. */
export function copyUnread<T extends object>(value: T): T {
  return Object.create(Object.prototype, Object.getOwnPropertyDescriptors(value)) as T;
}

/** As `copyUnread`, with these values in the place of what the copied has under their names. */
export function withUnread<T extends object>(value: T, more: object): T {
  return Object.create(Object.prototype, {
    ...Object.getOwnPropertyDescriptors(value),
    ...Object.getOwnPropertyDescriptors(more),
  }) as T;
}
