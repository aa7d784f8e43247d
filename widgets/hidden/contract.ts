/** Never drawn; submitted when it has a value. */
export const contract = { props: {}, rendersLabel: true } as const;
