import { defineTexts } from './define.js';

export const optionTexts = defineTexts({});
