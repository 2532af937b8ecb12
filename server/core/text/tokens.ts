import { defineTexts } from './define.js';

export const tokenTexts = defineTexts({});
