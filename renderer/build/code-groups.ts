interface Group {
  name: string;
  test: RegExp;
  tags?: "$initial"[];
  priority: number;
  minShareCount?: number;
}

/** Source files of ours, by their place without the ending. */
const ours = (...places: string[]): RegExp => new RegExp(`[\\\\/](${places.join("|")})\\.tsx?$`);

/**
 * What is fetched together, the first that takes a module with all that it imports: many small files compress worse and
 * wait longer, each for a turn of its own. What the first screen needs comes in one; the rest by who needs it.
 * The validators' runtime stays apart: a validator must not pull in the app, nor the app a validator's runtime.
 * `npm run bench bundle files` tells what each screen fetches.
 */
const inOrder: Omit<Group, "priority">[] = [
  {
    name: "first-screen",
    tags: ["$initial"],
    test: /^(?!.*[\\/](ajv|fast-deep-equal|ajv-runtime\.ts)([\\/]|$))/,
  },
  // A form with what one signs in by, and what all controls share.
  { name: "form", test: ours("blocks/Form", "widgets/text/TextInput", "widgets/phone/PhoneInput", "blocks/Resend") },
  // What makes roots of answers, and what nearly every screen shows them in.
  { name: "roots", test: ours("data/roots", "engine/scope/request", "blocks/List", "blocks/Facts") },
  // What the screens of an open transaction share.
  {
    name: "transaction",
    test: ours(
      "engine/scope/(transaction|bill)",
      "form/draft/open-draft",
      "form/services/kept-files",
      "form/fill",
      "blocks/(Banner|Dialog|Tiles|Tile|Progress)",
      "form/FormRecord",
      "form/parts/GivenBefore",
    ),
  },
  { name: "icons", test: /[\\/]@fluentui[\\/]react-icons[\\/]/, minShareCount: 2 },
  // What verifications are filled in with.
  {
    name: "filling",
    test: ours(
      "widgets/(select|radio|checkbox|search-dropdown|file)/\\w+",
      "widgets/camera/use-lazy-dialog",
      "form/parts/with-paper-facts",
    ),
  },
  // After the page.
  { name: "later", test: ours("app/afterwards", "app/telemetry") },
];

/** The groups as the bundler takes them. */
export const codeGroups = inOrder.map((group, place): Group => ({ ...group, priority: 20 - place }));
