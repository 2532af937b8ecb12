import { makerOf } from './model-maker.js';

test.each([
  [
    'OpenAI',
    'gpt-4o o1 o3-mini-high chatgpt-4o-latest text-embedding-3-small whisper-1 tts-1-hd gpt-image-1',
  ],
  ['Anthropic', 'claude-3-opus-20240229 anthropic/claude-sonnet-4 anthropic.claude-v2'],
  ['Google', 'gemini-2.5-pro text-embedding-004 @cf/google/gemma-2b-it-lora PaLM-2'],
  ['Alibaba', 'qwen-max Pro/Qwen/Qwen2-7B-Instruct text-embedding-v1 QwQ-32B'],
  ['Baidu', 'ERNIE-4.0-8K Embedding-V1'],
  ['Meta', 'llama3-7b meta/llama3-405b-instruct-maas Pro/meta-llama/Meta-Llama-3-8B-Instruct'],
  ['Mistral', 'open-mixtral-8x7b mistral-large-latest'],
  ['Cohere', 'command-r-plus rerank-english-v3.0'],
  ['Suno', 'suno_music'],
  ['ElevenLabs', 'eleven_multilingual_v2 scribe_v2'],
  ['Deepgram', 'nova-3 nova-2-meeting aura-2-thalia-en'],
  ['AssemblyAI', 'universal-3-5-pro'],
  ['DeepL', 'deepl-en-us'],
  ['Microsoft', 'azure-tts-hd'],
  ['Recraft', 'recraftv4_1 fal-ai/recraft-v3'],
  ['Black Forest Labs', 'flux-2-pro black-forest-labs/flux-schnell'],
  ['', 'a-model-of-no-price o-another my-gpt-4o constructor'],
])('models of %s are known by their names: %s', (maker, names) => {
  for (const name of names.split(' ')) expect([name, makerOf(name)]).toEqual([name, maker]);
});
