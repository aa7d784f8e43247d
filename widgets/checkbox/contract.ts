/** A yes or no; its label stands beside the box, so it draws it itself. */
export const contract = { props: {}, rendersLabel: true, takes: { type: ["boolean"] } } as const;
