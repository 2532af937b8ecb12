import { changedMembers, withBefore } from '../../../lib/list/edit';
import { splitList } from '../../../lib/format/format';
import { prettyJson } from '../../../lib/format/json';
import type { ChannelValues } from './channel-values';
import type {
  ChannelChange,
  ChannelResponse,
  CreateChannelRequest,
  TestUnsavedChannelRequest,
} from '#contract/resources/channels/channel';

export function toValues(channel: ChannelResponse): ChannelValues {
  return {
    type: channel.type,
    name: channel.name,
    key: '',
    batch: false,
    baseUrl: channel.base_url,
    other: channel.other,
    organization: channel.openai_organization,
    groups: splitList(channel.group),
    models: splitList(channel.models),
    mapping: pretty(channel.model_mapping),
    tag: channel.tag ?? '',
    priority: channel.priority,
    weight: channel.weight,
    setting: pretty(channel.setting),
    override: pretty(channel.param_override),
    testModel: channel.test_model,
    autoBan: channel.auto_ban !== 0,
    statusMapping: pretty(channel.status_code_mapping),
  };
}

export function toInput(values: ChannelValues) {
  const { type, name, key, other } = values;
  return {
    type,
    name: name.trim(),
    key: key.trim(),
    openai_organization: values.organization.trim(),
    base_url: values.baseUrl.trim().replace(/\/+$/, ''),
    other: other.trim(),
    models: values.models.join(','),
    group: values.groups.join(','),
    model_mapping: values.mapping.trim(),
    status_code_mapping: values.statusMapping.trim(),
    setting: values.setting.trim(),
    param_override: values.override.trim(),
    test_model: values.testModel.trim(),
    tag: values.tag.trim(),
    priority: toInteger(values.priority),
    weight: Math.max(0, toInteger(values.weight)),
    auto_ban: values.autoBan ? 1 : 0,
  } satisfies CreateChannelRequest;
}

/** What the form describes, to be tested. @param id of the edited channel, whose key is used if the form has none */
export function toTest(values: ChannelValues, id: number | undefined): TestUnsavedChannelRequest {
  const { type, key, other, models, setting, ...input } = toInput(values);
  return {
    ...(id !== undefined && { id }),
    type,
    key,
    other,
    models,
    setting,
    base_url: input.base_url,
    openai_organization: input.openai_organization,
    test_model: input.test_model,
    model_mapping: input.model_mapping,
    param_override: input.param_override,
  };
}

/** What the form changes in a channel. Keys are sent without the previous one, which is never loaded. */
export function toChange(values: ChannelValues, channel: ChannelResponse): ChannelChange {
  const { key, ...changed } = changedMembers<CreateChannelRequest>(
    toInput(toValues(channel)),
    toInput(values),
  );
  return { ...withBefore(changed, channel), ...(key && { key }) };
}

/** Number of keys, one per non-empty line. */
export function keyLines(key: string): number {
  return key.split('\n').filter((line) => line.trim() !== '').length;
}

function toInteger(value: number | string): number {
  const number = Math.trunc(Number(value));
  return Number.isFinite(number) ? number : 0;
}

function pretty(text: string): string {
  return text ? (prettyJson(text) ?? text) : '';
}
