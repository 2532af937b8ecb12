import { defineTexts } from './define.js';

/** Refusals of third-party sign-in (spec/management-api.md 4.4). */
export const oauthTexts = defineTexts({});
