/** One of a few options as cards. */
export { ChoiceCards as default } from "#widgets/ChoiceCards.tsx";
