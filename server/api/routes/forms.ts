import { allowChange } from "#server/support/change-permits.ts";
import { listForms, reopenForm } from "#server/support/forms.ts";
import { correctMailbox } from "#server/support/mailboxes.ts";
import { readForm } from "#server/support/whole-form.ts";
import type { Handlers } from "../operations.ts";
import type { Area } from "./area.ts";

const defaultCount = 25;

const handlers = {
  "forms.list": async ({ params, query }, { services }) => {
    const { find, state, after, count } = query;
    return listForms(services, params.orgId, { find, state }, { after, count: Number(count ?? defaultCount) });
  },
  "forms.get": async ({ params }, { services }) => readForm(services, params),
  "forms.allow-change": async ({ params, body }, { services, staffSession }) =>
    allowChange(services, params, { ...body, staffId: staffSession.staff.id }),
  "forms.correct-email": async ({ params, body }, { services, staffSession }) =>
    correctMailbox(services, params, { ...body, staffId: staffSession.staff.id }),
  "forms.reopen": async ({ params }, { services }) => reopenForm(services, params),
} satisfies Handlers;

/** The forms of candidates, for support. */
export const formsArea = { handlers } satisfies Area;
