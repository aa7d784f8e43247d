/**
 * Everything that can be wrong with a set of documents, in the order in which it helps most. To add one: a file named
 * by the fault, a line here, and a fixture in tests/engine/check/faults. Faults of a single expression: ./expressions.
 */
import { circularField } from "./circular-field.ts";
import { circularForm } from "./circular-form.ts";
import { circularOptions } from "./circular-options.ts";
import { circularRule } from "./circular-rule.ts";
import { clashingRoutes } from "./clashing-routes.ts";
import { computedField } from "./computed-field.ts";
import { costlyRule } from "./costly-rule.ts";
import { crowdedForm } from "./crowded-form.ts";
import { danglingReference } from "./dangling-reference.ts";
import { deadEnd } from "./dead-end.ts";
import { deepBlock } from "./deep-block.ts";
import { defaultOrganisation } from "./default-organisation.ts";
import { differentCurrency } from "./different-currency.ts";
import { differentGaps } from "./different-gaps.ts";
import { differentLength } from "./different-length.ts";
import { endlessFlow } from "./endless-flow.ts";
import { faintBrand } from "./faint-brand.ts";
import { fieldlessValue } from "./fieldless-value.ts";
import { gapWithoutValue } from "./gap-without-value.ts";
import { hiddenRequired } from "./hidden-required.ts";
import { idleDiscount } from "./idle-discount.ts";
import { idleKey, untoldList } from "./list-keys.ts";
import { idleControl } from "./idle-control.ts";
import { unkeptValue } from "./unkept-value.ts";
import { unknownKeyOfItem } from "./unknown-key-of-item.ts";
import { saidTwice } from "./said-twice.ts";
import { ungivenNeed } from "./ungiven-need.ts";
import { refusedOperation } from "./refused-operation.ts";
import { bareSecret } from "./bare-secret.ts";
import { wrongLimit } from "./wrong-limit.ts";
import { wrongExpiry } from "./wrong-expiry.ts";
import { repeatedLoad } from "./repeated-load.ts";
import { repeatedFact } from "./repeated-fact.ts";
import { idleMigration } from "./idle-migration.ts";
import { idleFill } from "./idle-fill.ts";
import { idleFurther } from "./idle-further.ts";
import { stuckDialog } from "./stuck-dialog.ts";
import { blankWords } from "./blank-words.ts";
import { idleReplace } from "./idle-replace.ts";
import { impossibleShape } from "./impossible-shape.ts";
import { markupInText } from "./markup-in-text.ts";
import { menuEntry } from "./menu-entry.ts";
import { missingArgument } from "./missing-argument.ts";
import { missingBlock } from "./missing-block.ts";
import { missingMigration } from "./missing-migration.ts";
import { missingLabel } from "./missing-label.ts";
import { missingOption } from "./missing-option.ts";
import { missingParameter } from "./missing-parameter.ts";
import { missingRegion } from "./missing-region.ts";
import { missingTable } from "./missing-table.ts";
import { missingTranslation } from "./missing-translation.ts";
import { nothingAsked } from "./nothing-asked.ts";
import { loosePattern } from "./loose-pattern.ts";
import { optionsSource } from "./options-source.ts";
import type { Check } from "./parts/set.ts";
import { readExpressions } from "./read-expressions.ts";
import { refusedPattern } from "./refused-pattern.ts";
import { repeatedBlock } from "./repeated-block.ts";
import { repeatedCheck } from "./repeated-check.ts";
import { repeatedDocument } from "./repeated-document.ts";
import { repeatedEntry } from "./repeated-entry.ts";
import { repeatedField } from "./repeated-field.ts";
import { repeatedItem } from "./repeated-item.ts";
import { repeatedQuestion } from "./repeated-question.ts";
import { repeatedRoute } from "./repeated-route.ts";
import { repeatedRow } from "./repeated-row.ts";
import { repeatedRule } from "./repeated-rule.ts";
import { repeatedTransition } from "./repeated-transition.ts";
import { repeatedVerification } from "./repeated-verification.ts";
import { stayingNeed } from "./staying-need.ts";
import { takenTitle } from "./taken-title.ts";
import { unfitExample } from "./unfit-example.ts";
import { unfitOption } from "./unfit-option.ts";
import { unknownAddress } from "./unknown-address.ts";
import { unknownAnswer } from "./unknown-answer.ts";
import { unknownArgument } from "./unknown-argument.ts";
import { unknownCategory } from "./unknown-category.ts";
import { unknownCode } from "./unknown-code.ts";
import { unknownField } from "./unknown-field.ts";
import { unknownFormat } from "./unknown-format.ts";
import { unknownInput } from "./unknown-input.ts";
import { unknownItem } from "./unknown-item.ts";
import { unknownKeyword } from "./unknown-keyword.ts";
import { unknownLanguage } from "./unknown-language.ts";
import { unknownParameter } from "./unknown-parameter.ts";
import { unknownPointer } from "./unknown-pointer.ts";
import { unknownPrice } from "./unknown-price.ts";
import { unknownProperty } from "./unknown-property.ts";
import { unknownProvider } from "./unknown-provider.ts";
import { unknownRegion } from "./unknown-region.ts";
import { unknownSort } from "./unknown-sort.ts";
import { unknownState } from "./unknown-state.ts";
import { unknownTarget } from "./unknown-target.ts";
import { unknownValue } from "./unknown-value.ts";
import { unraisedEvent } from "./unraised-event.ts";
import { unraisedMessage } from "./unraised-message.ts";
import { unreachableRow } from "./unreachable-row.ts";
import { unreachableState } from "./unreachable-state.ts";
import { unreachableStep } from "./unreachable-step.ts";
import { unreachedDialog } from "./unreached-dialog.ts";
import { unreachedFlow } from "./unreached-flow.ts";
import { unreachedScreen } from "./unreached-screen.ts";
import { unreachedTable } from "./unreached-table.ts";
import { untypedValue } from "./untyped-value.ts";
import { unusedCategory } from "./unused-category.ts";
import { unusedDeclaration } from "./unused-declaration.ts";
import { unusedDocument } from "./unused-document.ts";
import { unusedEntry } from "./unused-entry.ts";
import { unusedFlag } from "./unused-flag.ts";
import { unusedLoad } from "./unused-load.ts";
import { unusedProvider } from "./unused-provider.ts";
import { unusedReason } from "./unused-reason.ts";
import { unusedRule } from "./unused-rule.ts";
import { unusedTranslation } from "./unused-translation.ts";
import { unvouchedAddress } from "./unvouched-address.ts";
import { unusedWords } from "./unused-words.ts";
import { unwrittenView } from "./unwritten-view.ts";
import { valueWithoutGap } from "./value-without-gap.ts";
import { wordlessConstraint } from "./wordless-constraint.ts";
import { wrongArgument } from "./wrong-argument.ts";
import { unfitAccepted } from "./unfit-accepted.ts";
import { wrongDefault } from "./wrong-default.ts";
import { wrongEvent } from "./wrong-event.ts";
import { wrongMinimumSet } from "./wrong-minimum-set.ts";
import { wrongParameter } from "./wrong-parameter.ts";
import { wrongPrice } from "./wrong-price.ts";
import { wrongQuestion } from "./wrong-question.ts";
import { wrongRoute } from "./wrong-route.ts";
import { wrongTarget } from "./wrong-target.ts";
import { wrongUrl } from "./wrong-url.ts";
import { wrongValue } from "./wrong-value.ts";
import { wrongWayBack } from "./wrong-way-back.ts";
import { wrongWidget } from "./wrong-widget.ts";

export const checks: readonly Check[] = [
  danglingReference,
  repeatedDocument,
  repeatedRule,
  defaultOrganisation,

  readExpressions,
  circularRule,
  costlyRule,
  refusedPattern,

  unknownValue,
  fieldlessValue,
  repeatedField,
  unknownField,
  unknownFormat,
  computedField,
  circularForm,
  circularField,
  crowdedForm,

  repeatedEntry,
  repeatedCheck,
  hiddenRequired,
  wrongWidget,
  missingLabel,
  wrongValue,
  unknownAnswer,
  differentLength,

  unknownKeyword,
  unraisedMessage,
  wordlessConstraint,

  optionsSource,
  circularOptions,
  unknownItem,
  repeatedItem,
  idleKey,
  untoldList,
  unfitExample,
  unfitOption,
  missingOption,

  unfitAccepted,
  unknownArgument,
  missingArgument,
  wrongArgument,

  unknownParameter,
  missingParameter,
  wrongParameter,
  unknownTarget,
  wrongTarget,

  missingTable,
  unreachableStep,
  unreachableRow,
  endlessFlow,

  missingBlock,
  repeatedBlock,
  deepBlock,
  repeatedRoute,

  gapWithoutValue,
  valueWithoutGap,
  missingTranslation,
  differentGaps,
  unknownLanguage,

  wrongUrl,

  unknownState,
  unreachableState,
  repeatedTransition,
  unknownCategory,
  unknownPrice,
  unknownRegion,
  missingRegion,
  differentCurrency,
  unknownProvider,
  unvouchedAddress,

  wrongMinimumSet,
  nothingAsked,
  repeatedVerification,
  repeatedQuestion,
  wrongQuestion,
  idleDiscount,
  unknownPointer,
  idleMigration,
  missingMigration,
  unknownInput,

  unknownCode,
  menuEntry,
  takenTitle,
  wrongEvent,
  unknownProperty,

  deadEnd,
  stayingNeed,
  idleReplace,
  unraisedEvent,
  clashingRoutes,
  wrongRoute,
  wrongWayBack,

  untypedValue,
  impossibleShape,
  loosePattern,
  wrongDefault,
  unknownAddress,
  markupInText,
  repeatedRow,
  wrongPrice,
  unknownSort,
  idleControl,
  unkeptValue,
  unknownKeyOfItem,
  repeatedLoad,
  repeatedFact,
  ungivenNeed,
  refusedOperation,
  stuckDialog,
  idleFill,
  idleFurther,
  bareSecret,
  wrongLimit,
  wrongExpiry,
  faintBrand,
  blankWords,
  saidTwice,
];

/** What nobody reads, writes, reaches or asks for: true only of all organisations together, and told when nothing else is wrong. */
export const leftovers: readonly Check[] = [
  unwrittenView,
  unusedWords,
  unusedTranslation,
  unusedRule,
  unusedReason,
  unusedProvider,
  unusedLoad,
  unusedFlag,
  unusedEntry,
  unusedDocument,
  unusedDeclaration,
  unusedCategory,
  unreachedTable,
  unreachedScreen,
  unreachedFlow,
  unreachedDialog,
];
