import type { Channel } from './channel.entity.js';

/** A channel as administrators see it. Its key never leaves: the field is there and empty. */
export interface ChannelAnswer {
  id: number;
  type: number;
  key: '';
  openai_organization: string;
  test_model: string;
  status: number;
  name: string;
  weight: number;
  created_time: number;
  test_time: number;
  response_time: number;
  base_url: string;
  other: string;
  balance: number;
  balance_updated_time: number;
  models: string;
  group: string;
  used_quota: number;
  model_mapping: string;
  status_code_mapping: string;
  priority: number;
  auto_ban: number;
  other_info: string;
  tag: string | null;
  setting: string;
  param_override: string;
  max_input_tokens: number;
}

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
