import { defineTexts } from './define.js';

export const userTexts = defineTexts({});
