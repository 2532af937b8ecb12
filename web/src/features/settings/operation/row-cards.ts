import type { CardSpec, JsonField } from '../form/fields';

export const CHAT_LINKS: JsonField = {
  key: 'Chats',
  kind: 'json',
  root: true,
  shape: 'chats',
  rows: [6, 16],
  invalid: 'common.badJson',
  label: 'settings.operation.chats.list',
  hint: 'settings.operation.chats.listHint',
  template: [{ 'My chat': 'https://chat.example.com/#/?settings={"key":"{key}","url":"{address}"}' }],
};

export const CHATS: CardSpec = {
  id: 'chats',
  title: 'settings.operation.chats.title',
  lead: 'settings.operation.chats.lead',
  save: 'settings.operation.chats.save',
  notice: 'settings.operation.chats.variables',
  fields: [CHAT_LINKS],
};

export const GROUP_RATIO: JsonField = {
  key: 'GroupRatio',
  kind: 'json',
  shape: 'ratios',
  label: 'settings.operation.groups.ratio',
  hint: 'settings.operation.groups.ratioHint',
  template: { default: 1, vip: 1, svip: 1 },
};

export const USABLE_GROUPS: JsonField = {
  key: 'UserUsableGroups',
  kind: 'json',
  shape: 'texts',
  label: 'settings.operation.groups.usable',
  hint: 'settings.operation.groups.usableHint',
  template: { default: 'Default group', vip: 'VIP group' },
};

export const GROUPS: CardSpec = {
  id: 'groups',
  title: 'settings.operation.groups.title',
  lead: 'settings.operation.groups.lead',
  save: 'settings.operation.groups.save',
  fields: [GROUP_RATIO, USABLE_GROUPS],
};

export const GROUP_RULES: CardSpec = {
  id: 'group-rules',
  title: 'settings.operation.groupRules.title',
  lead: 'settings.operation.groupRules.lead',
  save: 'settings.operation.groupRules.save',
  fields: [
    {
      key: 'GroupGroupRatio',
      kind: 'json',
      shape: 'groupRatios',
      label: 'settings.operation.groupRules.special',
      hint: 'settings.operation.groupRules.specialHint',
      template: { vip: { default: 0.9 } },
    },
    {
      key: 'AutoGroups',
      kind: 'json',
      shape: 'names',
      label: 'settings.operation.groupRules.auto',
      hint: 'settings.operation.groupRules.autoHint',
      template: ['default', 'vip'],
    },
    {
      key: 'DefaultUseAutoGroup',
      kind: 'switch',
      label: 'settings.operation.groupRules.autoFirst',
      hint: 'settings.operation.groupRules.autoFirstHint',
    },
  ],
};
