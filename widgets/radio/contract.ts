/** One of a few choices, all in sight. The label is the name of the group, so it draws it itself. */
export const contract = { props: {}, rendersLabel: true, takesOptions: true, takes: { type: ["string"] } } as const;
