import { toMajor } from "#engine/core/payment/minor-units.ts";
import { formatMoney } from "#engine/core/rules/money.ts";
import { escapeHtml, toHtmlPage } from "#server/api/html.ts";
import { pageTexts } from "./texts.ts";

const texts = pageTexts.pay;

/** A payment at the sandbox's provider. */
export interface SandboxPayment {
  orderId: string;
  provider: string;
  amountMinor: number;
  currency: string;
  returnUrl: string;
  cancelUrl: string;
  outcome: "success" | "failure" | "cancel" | "pending" | null;
  callback: "once" | "twice" | "late" | "forged" | "none" | null;
  isSettled: boolean;
  isCancelled: boolean;
}

const css = `
:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: light-dark(#f5f5f5, #1f1f1f); color: light-dark(#242424, #fafafa); font: 16px/1.5 "Segoe UI", system-ui, sans-serif; }
main { width: 100%; max-width: 420px; padding: 24px; border-radius: 8px; background: light-dark(#fff, #292929); box-shadow: 0 2px 8px #0003; }
h1 { margin: 0 0 4px; font-size: 24px; line-height: 1.25; font-weight: 600; }
p { margin: 0 0 16px; } .hint { font-size: 14px; color: light-dark(#616161, #adadad); }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 0 0 24px; padding: 16px 0; border-block: 1px solid light-dark(#e0e0e0, #3d3d3d); }
dt { color: light-dark(#616161, #adadad); } dd { margin: 0; text-align: right; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; } dd.amount { font-size: 20px; font-weight: 600; }
form { display: grid; gap: 8px; }
button, a.button { display: block; width: 100%; min-height: 44px; padding: 9px 16px; border-radius: 4px; border: 1px solid light-dark(#b0b0b0, #666); background: transparent; color: inherit; font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
button:hover, a.button:hover { background: light-dark(#f0f0f0, #383838); }
button.main { border-color: #0e700e; background: #0e700e; color: #fff; } button.main:hover { background: #0a5c0a; }
:focus-visible { outline: 2px solid light-dark(#0f6cbd, #479ef5); outline-offset: 2px; }`;

const buttons = [
  { outcome: "success", kind: "main" },
  { outcome: "failure", kind: "" },
  { outcome: "cancel", kind: "" },
  { outcome: "pending", kind: "" },
] as const;

/** Returns whether a payment is final: paid, or cancelled by the wallet. */
export const isOver = ({ isCancelled, outcome, isSettled }: SandboxPayment): boolean =>
  isCancelled || (outcome === "success" && isSettled);

/** The pay page: a plain form without scripts. A final payment has only a link back. */
export function toPayPage(payment: SandboxPayment, provider: string, nonce: string): string {
  const rows = [
    [texts.provider, provider, ""],
    [texts.id, payment.orderId, ""],
    [texts.amount, formatMoney(toMajor(payment.amountMinor), payment.currency), "amount"],
  ] as const;
  const list = rows
    .map(([label, value, kind]) => `<dt>${label}</dt><dd${kind && ` class="${kind}"`}>${escapeHtml(value)}</dd>`)
    .join("");
  return toHtmlPage(
    texts.title,
    `<main><h1>${texts.title}</h1><p class="hint">${texts.hint}</p><dl>${list}</dl>${isOver(payment) ? toEnd(payment) : toForm(payment)}</main>`,
    { css, nonce },
  );
}

function toForm({ orderId }: SandboxPayment): string {
  const choices = buttons
    .map(
      ({ outcome, kind }) =>
        `<button name="outcome" value="${outcome}"${kind && ` class="${kind}"`}>${texts[outcome]}</button>`,
    )
    .join("");
  return `<form method="post" action="/sandbox/pay/${escapeHtml(orderId)}">${choices}</form>`;
}

function toEnd({ isCancelled, returnUrl, cancelUrl }: SandboxPayment): string {
  return `<p>${isCancelled ? texts.cancelled : texts.done}</p><a class="button" href="${escapeHtml(isCancelled ? cancelUrl : returnUrl)}">${texts.back}</a>`;
}
