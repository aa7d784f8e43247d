/** An answer of another wallet: any property may be missing or null, at any depth. */
export type PartialAnswer<T> = T extends readonly (infer Item)[]
  ? readonly PartialAnswer<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]?: PartialAnswer<T[Key]> | null }
    : T;
