/*
 * How tables belong together, for what is read in one statement with all that belongs to it.
 */
import { relations } from "drizzle-orm";
import { candidates, profileVerifications } from "./tables/candidates.ts";
import { stateLedger } from "./tables/ledgers.ts";
import { orders } from "./tables/payments.ts";
import {
  answers,
  nameChangeRequests,
  submissions,
  transactionItems,
  transactions,
  userInputs,
} from "./tables/transactions.ts";

const ofCandidate = relations(candidates, ({ many }) => ({ verifications: many(profileVerifications) }));
const ofProfileVerification = relations(profileVerifications, ({ one }) => ({
  candidate: one(candidates, { fields: [profileVerifications.candidateId], references: [candidates.id] }),
}));
const ofTransaction = relations(transactions, ({ one, many }) => ({
  candidate: one(candidates, { fields: [transactions.candidateId], references: [candidates.id] }),
  items: many(transactionItems),
  submissions: many(submissions),
  userInputs: many(userInputs),
  answers: many(answers),
  nameChanges: many(nameChangeRequests),
  orders: many(orders),
  moves: many(stateLedger),
}));

const ofTransactionItems = relations(transactionItems, ({ one }) => ({
  transaction: one(transactions, { fields: [transactionItems.transactionId], references: [transactions.id] }),
}));
const ofSubmissions = relations(submissions, ({ one }) => ({
  transaction: one(transactions, { fields: [submissions.transactionId], references: [transactions.id] }),
}));
const ofUserInputs = relations(userInputs, ({ one }) => ({
  transaction: one(transactions, { fields: [userInputs.transactionId], references: [transactions.id] }),
}));
const ofAnswers = relations(answers, ({ one }) => ({
  transaction: one(transactions, { fields: [answers.transactionId], references: [transactions.id] }),
}));
const ofNameChangeRequests = relations(nameChangeRequests, ({ one }) => ({
  transaction: one(transactions, { fields: [nameChangeRequests.transactionId], references: [transactions.id] }),
}));
const ofOrders = relations(orders, ({ one }) => ({
  transaction: one(transactions, { fields: [orders.transactionId], references: [transactions.id] }),
}));
const ofStateLedger = relations(stateLedger, ({ one }) => ({
  transaction: one(transactions, { fields: [stateLedger.transactionId], references: [transactions.id] }),
}));

export const schema = {
  candidates,
  profileVerifications,
  transactions,
  transactionItems,
  submissions,
  userInputs,
  answers,
  nameChangeRequests,
  orders,
  stateLedger,
  ofCandidate,
  ofProfileVerification,
  ofTransaction,
  ofTransactionItems,
  ofSubmissions,
  ofUserInputs,
  ofAnswers,
  ofNameChangeRequests,
  ofOrders,
  ofStateLedger,
};
export type Schema = typeof schema;
