import { defineTexts } from './define.js';

/** Refusals of redemption, payment, dashboards and task lists (spec/management-api.md 4.10-4.15). */
export const billingTexts = defineTexts({});
