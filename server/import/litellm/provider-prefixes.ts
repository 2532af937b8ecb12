import { definitions } from '../../dialects/providers/registry.js';

/**
 * Ids of providers here by the name that LiteLLM has for them, in front of a model: https://docs.litellm.ai/docs/providers. Those with
 * OpenAI's API at an address of their own are channels of OpenAI with that address. docs/import.md has the same table.
 */
export const PROVIDERS: Readonly<Record<string, string>> = {
  openai: 'openai',
  'text-completion-openai': 'openai',
  custom_openai: 'openai',
  openai_like: 'openai',
  hosted_vllm: 'openai',
  vllm: 'openai',
  lm_studio: 'openai',
  llamafile: 'openai',
  litellm_proxy: 'openai',
  azure: 'azure',
  azure_text: 'azure',
  azure_ai: 'azure-foundry',
  anthropic: 'anthropic',
  bedrock: 'aws',
  bedrock_converse: 'aws',
  vertex_ai: 'vertex',
  vertex_ai_beta: 'vertex',
  gemini: 'gemini',
  mistral: 'mistral',
  codestral: 'mistral',
  cohere: 'cohere',
  cohere_chat: 'cohere',
  deepseek: 'deepseek',
  groq: 'groq',
  openrouter: 'openrouter',
  together_ai: 'together',
  xai: 'xai',
  ollama: 'ollama',
  ollama_chat: 'ollama',
  xinference: 'xinference',
  fireworks_ai: 'fireworks',
  perplexity: 'perplexity',
  cerebras: 'cerebras',
  sambanova: 'sambanova',
  deepinfra: 'deepinfra',
  novita: 'novita',
  nebius: 'nebius',
  hyperbolic: 'hyperbolic',
  nvidia_nim: 'nvidia',
  huggingface: 'huggingface',
  github: 'github-models',
  databricks: 'databricks',
  watsonx: 'watsonx',
  snowflake: 'snowflake',
  voyage: 'voyage',
  jina_ai: 'jina',
  replicate: 'replicate',
  moonshot: 'moonshot',
  dashscope: 'ali',
  volcengine: 'volcengine',
  minimax: 'minimax',
  zai: 'zai',
  elevenlabs: 'elevenlabs',
  deepgram: 'deepgram',
  assemblyai: 'assemblyai',
  recraft: 'recraft',
  fal_ai: 'fal',
  stability: 'stability',
};

/** Providers whose servers usually take no key. */
const WITHOUT_KEY: ReadonlySet<string> = new Set(
  'ollama ollama_chat hosted_vllm vllm lm_studio llamafile xinference openai_like'.split(' '),
);

/** Providers of names without a provider, where LiteLLM finds them in its list of models. */
const BY_NAME: readonly (readonly [name: RegExp, provider: string])[] = [
  [/^claude/, 'anthropic'],
  [/^gemini/, 'vertex_ai'],
  [/^command/, 'cohere_chat'],
  [/^mistral|^codestral|^pixtral/, 'mistral'],
  [/^deepseek/, 'deepseek'],
];

/** A model as LiteLLM names it. */
export interface ProviderModel {
  /** LiteLLM's name of the provider. */
  readonly provider: string;
  /** Name of the model at the provider. */
  readonly model: string;
}

/** @param model `provider/name`, or a name alone @param provider `custom_llm_provider`; '' = it is in the name */
export function providerModel(model: string, provider: string): ProviderModel {
  const slash = model.indexOf('/');
  const prefix = slash === -1 ? '' : model.slice(0, slash);
  if (provider !== '') return { provider, model: prefix === provider ? model.slice(slash + 1) : model };
  if (slash !== -1) {
    const name = model.slice(slash + 1);
    // Routes of LiteLLM to other APIs of the same model.
    return {
      provider: prefix,
      model: prefix === 'bedrock' ? name.replace(/^(?:converse|invoke|converse_like)\//, '') : name,
    };
  }
  return { provider: BY_NAME.find(([name]) => name.test(model))?.[1] ?? 'openai', model };
}

/** The definition of the channel type for a provider of LiteLLM; undefined: there is none. */
export function definitionFor(provider: string) {
  if (!Object.hasOwn(PROVIDERS, provider)) return undefined;
  return definitions.find(({ id }) => id === PROVIDERS[provider]);
}

/** The environment variable that LiteLLM reads if a deployment has no key; '' if none is needed. */
export function defaultKeyVariable(provider: string): string {
  if (WITHOUT_KEY.has(provider)) return '';
  if (provider === 'text-completion-openai' || provider === 'custom_openai') return 'OPENAI_API_KEY';
  return `${provider.replace(/_(?:chat|text|beta)$/, '').toUpperCase()}_API_KEY`;
}
