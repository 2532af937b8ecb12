import type { TextTemplates } from './stored-text.js';

/**
 * Names that the gateway gives. They are stored as text alone, because users and administrators may change them: that of a first
 * token in the language of its owner, the others in Chinese. A Chinese one is recognised by its text.
 */
export const nameTexts = {
  channel_test: { zh: '模型测试', en: 'Model test' },
  first_token: { zh: '{user}的初始令牌', en: 'First token of {user}' },
  default_group: { zh: '默认分组', en: 'Default group' },
  vip_group: { zh: 'vip分组', en: 'VIP group' },
  user_group: { zh: '用户分组', en: 'User group' },
} as const satisfies Readonly<Record<string, TextTemplates>>;
