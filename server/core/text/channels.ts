import { defineTexts } from './define.js';

export const channelTexts = defineTexts({});
