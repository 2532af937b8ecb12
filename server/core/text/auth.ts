import { defineTexts } from './define.js';

/** Refusals of registration, mail codes and password resets (spec/management-api.md 4.3). */
export const authTexts = defineTexts({});
