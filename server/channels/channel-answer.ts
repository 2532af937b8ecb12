import { z } from 'zod';
import type { Channel } from './channel.entity.js';

/** A channel as returned to administrators. The key is never returned: its field is always empty. */
export const channelAnswerShape = z.strictObject({
  id: z.int(),
  type: z.int(),
  key: z.literal(''),
  openai_organization: z.string(),
  test_model: z.string(),
  status: z.int(),
  name: z.string(),
  weight: z.int(),
  created_time: z.int(),
  test_time: z.int(),
  response_time: z.int(),
  base_url: z.string(),
  other: z.string(),
  balance: z.number(),
  balance_updated_time: z.int(),
  models: z.string(),
  group: z.string(),
  used_quota: z.int(),
  model_mapping: z.string(),
  status_code_mapping: z.string(),
  priority: z.int(),
  auto_ban: z.int(),
  other_info: z.string(),
  tag: z.string().nullable(),
  setting: z.string(),
  param_override: z.string(),
  max_input_tokens: z.int(),
});
export type ChannelAnswer = z.infer<typeof channelAnswerShape>;

/** Select list for `channels` that yields rows of type `ChannelAnswer`. */
export const ANSWER_COLUMNS = `id, type, '' AS key, coalesce(open_ai_organization, '') AS openai_organization,
  coalesce(test_model, '') AS test_model, status, name, weight, created_time, test_time, response_time, base_url, other,
  balance, balance_updated_time, models, "group", used_quota, coalesce(model_mapping, '') AS model_mapping,
  coalesce(status_code_mapping, '') AS status_code_mapping, priority, auto_ban, other_info, tag,
  coalesce(setting, '') AS setting, coalesce(param_override, '') AS param_override,
  coalesce(max_input_tokens, 0) AS max_input_tokens`;

export function channelAnswer(channel: Channel): ChannelAnswer {
  return {
    id: channel.id,
    type: channel.type,
    key: '',
    openai_organization: channel.openaiOrganization ?? '',
    test_model: channel.testModel ?? '',
    status: channel.status,
    name: channel.name,
    weight: channel.weight,
    created_time: channel.createdTime,
    test_time: channel.testTime,
    response_time: channel.responseTime,
    base_url: channel.baseUrl,
    other: channel.other,
    balance: channel.balance,
    balance_updated_time: channel.balanceUpdatedTime,
    models: channel.models,
    group: channel.group,
    used_quota: channel.usedQuota,
    model_mapping: channel.modelMapping ?? '',
    status_code_mapping: channel.statusCodeMapping ?? '',
    priority: channel.priority,
    auto_ban: channel.autoBan,
    other_info: channel.otherInfo,
    tag: channel.tag,
    setting: channel.setting ?? '',
    param_override: channel.paramOverride ?? '',
    max_input_tokens: channel.maxInputTokens ?? 0,
  };
}
