import type { ChannelTypeResponse, ChannelTypeForm } from '../contract/resources/channel-type.js';
import type { ProviderDefinition } from '../dialects/providers/define-provider.js';
import { capabilitiesOf, definitions } from '../dialects/providers/registry.js';

/** All channel types as the console shows them, by number. */
export const channelTypes: readonly ChannelTypeResponse[] = definitions.map((definition) => {
  const { type, id, name, color, baseUrl, models, api, legacy, retired } = definition;
  return {
    type,
    id,
    name,
    color,
    base_url: baseUrl,
    models: [...models],
    capabilities: capabilitiesOf(definition),
    served: api !== undefined,
    offered: api !== undefined && !legacy,
    retired: retired === true,
    form: formOf(definition),
  };
});

function formOf({ form = {} }: ProviderDefinition): ChannelTypeForm {
  const { baseUrl = 'general', other, organization, keyHint, keyForms, keyPage, keyIsDocument, note } = form;
  return {
    base_url: baseUrl,
    other: other
      ? {
          label: other.label,
          placeholder: other.placeholder,
          default: other.default ?? '',
          template: other.template ? JSON.stringify(other.template) : '',
        }
      : null,
    organization: organization === true,
    key_hint: keyHint ?? null,
    key_forms: (keyForms ?? []).map(({ name, parts }) => ({
      name,
      parts: parts.map(({ label, placeholder, isPublic, isOptional }) => ({
        label,
        placeholder,
        secret: !isPublic,
        optional: isOptional === true,
      })),
    })),
    key_page: keyPage ?? '',
    key_is_document: keyIsDocument === true,
    note: note ?? null,
  };
}
