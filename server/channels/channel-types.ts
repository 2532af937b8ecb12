import { overlayPrice } from '../billing/prices/defaults/genai-overlay.js';
import type { ChannelTypeResponse, ChannelTypeForm } from '../contract/resources/channels/channel-type.js';
import { upstreamPath } from '../contract/resources/channels/channel-upstream.js';
import type { ProviderDefinition } from '../dialects/kit/define-provider.js';
import { datesOf, isRetired } from '../dialects/providers/model-dates.js';
import { capabilitiesOf, definitionOf, definitions } from '../dialects/providers/registry.js';

/** Types in the order of the console's lists; those missing here follow by number. */
const ORDER: readonly number[] = [
  1, 2, 5, 36, 4, 14, 33, 41, 3, 34, 39, 43, 15, 46, 17, 18, 16, 26, 24, 11, 47, 25, 20, 19, 23, 31, 35, 37,
  38, 40, 42, 8, 22, 21, 44, 45, 48, 6, 7, 9, 10, 12, 13, 27,
];

const inOrder = [
  ...ORDER.flatMap((type) => definitionOf(type) ?? []),
  ...definitions.filter(({ type }) => !ORDER.includes(type)),
];

/** The numbers of all channel types, in the order of the console's lists. */
export const channelTypeNumbers: readonly number[] = inOrder.map(({ type }) => type);

/**
 * All channel types as the console shows them.
 * @param now decides which models are retired
 */
export function channelTypesAt(now: Date): ChannelTypeResponse[] {
  const day = now.toISOString().slice(0, DAY_LENGTH);
  return inOrder.map((definition) => typeOf(definition, day));
}

/** Of the day in an ISO time. */
const DAY_LENGTH = 10;

function typeOf(definition: ProviderDefinition, day: string): ChannelTypeResponse {
  const { type, id, name, color, baseUrl, models, api, legacy, retired, synonyms, untestable } = definition;
  const dates = datesOf(definition);
  const suggested = models.filter((model) => !isRetired(dates.get(model), day));
  return {
    type,
    id,
    name,
    color,
    base_url: baseUrl,
    models: suggested,
    listed_prices: suggested.filter(hasListedPrice),
    model_dates: [...dates].map(([model, one]) => ({
      model,
      released: one.released,
      retires: one.retires,
      retired: isRetired(one, day),
    })),
    synonyms: [...(synonyms ?? [])],
    testable: api !== undefined && untestable === undefined,
    capabilities: capabilitiesOf(definition),
    served: api !== undefined,
    offered: api !== undefined && !legacy,
    retired: retired === true,
    form: formOf(definition),
  };
}

const listed = new Map<string, boolean>();

/** The list is part of the program, so each model is looked up once. */
function hasListedPrice(model: string): boolean {
  const known = listed.get(model) ?? overlayPrice(model) !== undefined;
  listed.set(model, known);
  return known;
}

function formOf({ api, form = {} }: ProviderDefinition): ChannelTypeForm {
  const {
    baseUrl = 'general',
    baseUrls = [],
    other,
    organization,
    keyHint,
    keyForms,
    keyPage,
    keyIsDocument,
    note,
  } = form;
  return {
    base_url: baseUrl,
    base_urls: [...baseUrls],
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
    paths: api?.ofUpstream ? [...upstreamPath.options] : [],
    note: note ?? null,
  };
}
