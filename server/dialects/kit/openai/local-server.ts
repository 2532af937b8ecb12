import type { ChannelTypeColor } from '../../../contract/resources/channels/channel-type.js';
import { defineProvider, type ProviderDefinition } from '../define-provider.js';
import type { ModelRule } from '../rules/chat-rules.js';
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

/** Models whose chat template thinks unless `enable_thinking` is false. @param source the server's page about templates */
export const thinkingTemplates = (source: string): ModelRule => ({
  models: /qwen3(?!.*(?:thinking|instruct|coder))|glm-(?:4\.[5-9]|5)|hunyuan-a13b/i,
  rules: { thinkingSwitch: { form: 'template', source } },
});

/** What servers have in common; their differences take precedence. */
export const localServerOptions = (options: OpenAICompatibleOptions): OpenAICompatibleOptions => ({
  url: urlBelow(''),
  completions: '/v1/completions',
  rules: rulesOfAnyModel,
  ...options,
});
