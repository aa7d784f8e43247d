/** One date. */
export { DatePicker as default } from "#widgets/calendar/DatePicker.tsx";
