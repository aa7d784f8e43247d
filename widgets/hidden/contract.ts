/** Never drawn; submitted when it has a value. */
export const contract = {
  props: {},
  rendersLabel: true,
  undrawn: true,
  takes: { type: ["string", "number", "integer", "boolean", "object", "array"] },
} as const;
