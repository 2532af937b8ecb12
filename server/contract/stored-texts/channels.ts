import type { TextTemplates } from './stored-text.js';

/** Why a channel or a key was disabled. */
export const channelTexts = {
  channel_too_slow: {
    zh: '响应时间 {spent}s 超过阈值 {limit}s',
    en: 'Response time {spent}s exceeds the limit of {limit}s',
  },
  channel_balance_empty: { zh: '余额不足', en: 'The balance is not enough' },
} as const satisfies Readonly<Record<string, TextTemplates>>;
