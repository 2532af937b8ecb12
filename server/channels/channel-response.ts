import type { ChannelResponse } from '../contract/resources/channels/channel.js';
import { CHANNEL_TEST_FORMAT, type LastChannelTest } from '../contract/resources/channels/channel-test.js';
import type { Channel } from './channel.entity.js';

/** Select list for `channels` that yields rows of type `ChannelResponse`. */
export const RESPONSE_COLUMNS = `id, type, '' AS key, coalesce(open_ai_organization, '') AS openai_organization,
  coalesce(test_model, '') AS test_model, status, drained_until, name, weight, created_time, test_time, response_time,
  CASE WHEN last_test->'format' = '${CHANNEL_TEST_FORMAT}' THEN last_test - 'format' END AS last_test, base_url, other,
  balance, coalesce(balances, '[]') AS balances, balance_updated_time, models, "group", used_quota, coalesce(model_mapping, '') AS model_mapping,
  coalesce(status_code_mapping, '') AS status_code_mapping, priority, auto_ban, other_info, tag,
  coalesce(setting, '') AS setting, coalesce(param_override, '') AS param_override,
  coalesce(max_input_tokens, 0) AS max_input_tokens, '[]'::json AS key_references`;

/** The key is never returned. The references in it are added from the registry, which has it decrypted. */
export function channelResponseOf(channel: Channel): ChannelResponse {
  return {
    id: channel.id,
    type: channel.type,
    key: '',
    openai_organization: channel.openaiOrganization ?? '',
    test_model: channel.testModel ?? '',
    status: channel.status,
    drained_until: channel.drainedUntil,
    name: channel.name,
    weight: channel.weight,
    created_time: channel.createdTime,
    test_time: channel.testTime,
    response_time: channel.responseTime,
    last_test: lastTestOf(channel),
    base_url: channel.baseUrl,
    other: channel.other,
    balance: channel.balance,
    balances: channel.balances ?? [],
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
    key_references: [],
  };
}

/** Null also if a later release has written it, in a format that is unknown here. */
function lastTestOf({ lastTest }: Channel): LastChannelTest | null {
  if (!lastTest) return null;
  const { format, ...test } = lastTest;
  return format === CHANNEL_TEST_FORMAT ? test : null;
}
