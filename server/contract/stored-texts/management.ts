import type { TextTemplates } from './stored-text.js';

/**
 * Log rows about changes that administrators make, except those of one account (`accounts.ts`). The parameter `ids` is a list
 * such as `#1, #2`, that of `redemptions_created` a range such as `7-9`.
 */
export const managementTexts = {
  option_changed: { zh: '管理员修改了设置 {key}', en: 'An administrator changed the setting {key}' },
  logs_deleted: { zh: '管理员删除了 {count} 条历史日志', en: 'An administrator deleted {count} log entries' },
  group_users_moved: {
    zh: '管理员将分组 {from} 的 {count} 个用户移到分组 {to}',
    en: 'An administrator moved {count} users from group {from} to group {to}',
  },
  group_tokens_moved: {
    zh: '管理员将分组 {from} 的 {count} 个令牌移到分组 {to}',
    en: 'An administrator moved {count} tokens from group {from} to group {to}',
  },
  group_channels_moved: {
    zh: '管理员将分组 {from} 的 {count} 个渠道移到分组 {to}',
    en: 'An administrator moved {count} channels from group {from} to group {to}',
  },
  redemptions_created: {
    zh: '管理员创建了 {count} 个兑换码，ID {ids}',
    en: 'Redemption codes created by an administrator: {count}, ID {ids}',
  },
  campaign_enabled: {
    zh: '管理员启用了活动 {name} 的 {count} 个兑换码',
    en: 'An administrator enabled {count} redemption codes of the campaign {name}',
  },
  campaign_disabled: {
    zh: '管理员禁用了活动 {name} 的 {count} 个兑换码',
    en: 'An administrator disabled {count} redemption codes of the campaign {name}',
  },
  campaign_deleted: {
    zh: '管理员删除了活动 {name} 的 {count} 个兑换码',
    en: 'An administrator deleted {count} redemption codes of the campaign {name}',
  },
  notice_deleted: {
    zh: '管理员从公告列表删除了公告，ID {id}',
    en: 'An administrator deleted the notice {id} from the list',
  },
  redemption_changed: {
    zh: '管理员修改了兑换码，ID {id}',
    en: 'An administrator changed the redemption code, ID {id}',
  },
  redemption_deleted: {
    zh: '管理员删除了兑换码，ID {id}',
    en: 'An administrator deleted the redemption code, ID {id}',
  },
  task_cancelled: {
    zh: '管理员取消任务 {id}：{reason}',
    en: 'An administrator cancelled the task {id}: {reason}',
  },
  channel_created: {
    zh: '管理员创建了渠道「{name}」（{ids}）',
    en: 'An administrator created the channel “{name}” ({ids})',
  },
  channel_changed: {
    zh: '管理员修改了渠道「{name}」（{id}）：{fields}',
    en: 'An administrator changed the channel “{name}” ({id}): {fields}',
  },
  channels_deleted: { zh: '管理员删除了渠道 {ids}', en: 'An administrator deleted the channels {ids}' },
  channels_changed: {
    zh: '管理员批量修改了渠道：{fields}（{ids}）',
    en: 'An administrator changed several channels: {fields} ({ids})',
  },
  channels_drained: {
    zh: '管理员将渠道排空 {minutes} 分钟（{ids}）',
    en: 'An administrator drained channels for {minutes} minutes ({ids})',
  },
  channels_undrained: {
    zh: '管理员结束了渠道的排空（{ids}）',
    en: 'An administrator ended the draining of channels ({ids})',
  },
  abilities_rebuilt: {
    zh: '管理员重建了 {count} 个渠道的能力表',
    en: 'An administrator rebuilt the abilities of {count} channels',
  },
  channel_keys_restored: {
    zh: '管理员恢复了渠道「{name}」（{id}）的密钥：第 {lines} 行',
    en: 'An administrator restored the keys of the channel “{name}” ({id}): lines {lines}',
  },
  channels_tagged: {
    zh: '管理员设置了渠道的标签「{tag}」（{ids}）',
    en: 'An administrator tagged channels “{tag}” ({ids})',
  },
  channels_untagged: {
    zh: '管理员取消了渠道的标签（{ids}）',
    en: 'An administrator untagged channels ({ids})',
  },
  tagged_channels_changed: {
    zh: '管理员修改了标签「{tag}」的渠道：{fields}（{ids}）',
    en: 'An administrator changed the channels tagged “{tag}”: {fields} ({ids})',
  },
  tagged_channels_enabled: {
    zh: '管理员启用了标签「{tag}」的渠道（{ids}）',
    en: 'An administrator enabled the channels tagged “{tag}” ({ids})',
  },
  tagged_channels_disabled: {
    zh: '管理员禁用了标签「{tag}」的渠道（{ids}）',
    en: 'An administrator disabled the channels tagged “{tag}” ({ids})',
  },
} as const satisfies Readonly<Record<string, TextTemplates>>;
