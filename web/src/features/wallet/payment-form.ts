import type { PaymentFormResponse } from '#contract/resources/top-up';

/** A payment order: form fields and the URL to post them to. */
interface PaymentOrder {
  fields: PaymentFormResponse;
  url: string;
}

/** Safari blocks tabs that are opened after an asynchronous response. */
const SAFARI = /^((?!chrome|chromium|android|crios|fxios).)*safari/i;

/** Sends the user to the payment site with the signed order. */
export function openPayment({ fields, url }: PaymentOrder): void {
  const form = document.createElement('form');
  form.method = 'POST';
  form.action = url;
  if (!SAFARI.test(navigator.userAgent)) form.target = '_blank';
  form.rel = 'noopener';
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
