import type { ChannelTypeColor } from '../../../contract/resources/channel-type.js';
import { defineProvider, type ProviderDefinition } from '../define-provider.js';
import { urlBelow } from './address.js';
import { rulesOfAnyModel } from './models.js';
import { openAICompatible, type OpenAICompatibleOptions } from './openai-compatible.js';

/**
 * An inference server that operators run themselves: channels set its address, model names are free, and the server may
 * need no key.
 */
export function localServer(
  type: number,
  id: string,
  name: string,
  color: ChannelTypeColor,
  options: OpenAICompatibleOptions,
  recognised: Pick<ProviderDefinition, 'modelOwner'> = {},
): ProviderDefinition {
  return defineProvider({
    type,
    id,
    name: { en: name, zh: name },
    color,
    baseUrl: null,
    models: [],
    ...recognised,
    api: openAICompatible(localServerOptions(options)),
    form: {
      baseUrl: {
        label: { en: 'Server address', zh: '服务地址' },
        placeholder: { en: 'http://host:port', zh: 'http://host:port' },
      },
      keyHint: { en: 'Any text if the server requires no key', zh: '服务不要求密钥时可填写任意内容' },
    },
  });
}

/** What servers have in common; their differences take precedence. */
export const localServerOptions = (options: OpenAICompatibleOptions): OpenAICompatibleOptions => ({
  url: urlBelow(''),
  completions: '/v1/completions',
  rules: rulesOfAnyModel,
  ...options,
});
