import type { ChannelTypeResponse } from '#contract/resources/channels/channel-type';

/**
 * Whether a provider is meant by what was typed: part of one of its names, of its short name or of another word for it.
 * @param label as shown, for types that the server does not know
 */
export function matchesProvider(
  type: Pick<ChannelTypeResponse, 'id' | 'name' | 'synonyms'> | undefined,
  label: string,
  search: string,
): boolean {
  const wanted = plain(search);
  const words = type ? [label, type.name.en, type.name.zh, type.id, ...type.synonyms] : [label];
  return words.some((word) => plain(word).includes(wanted));
}

/** Without case, spaces and hyphens, so that `deep seek` finds DeepSeek. */
function plain(text: string): string {
  return text.toLowerCase().replace(/[\s-]+/g, '');
}
