import { defineTexts } from './define.js';

/** Refusals of mail and webhooks. */
export const notificationTexts = defineTexts({});
