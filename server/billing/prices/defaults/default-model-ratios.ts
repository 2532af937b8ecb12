/** Converts CNY per 1,000 input tokens to a model ratio, at 7.3 CNY per USD (ratio 1 = 0.002 USD per 1,000). */
const yuan = (per1000: number) => (per1000 * 500) / 7.3;

/** Converts USD per 1,000 characters, each of which counts as a token, to a model ratio. */
const perThousand = (usd: number) => usd * 500;
/** Converts USD per hour of audio, which counts as 1,000 tokens per minute, to a model ratio. */
const perHour = (usd: number) => Number(perThousand(usd / 60).toPrecision(6));

const openai = {
  'gpt-4-gizmo-*': 15,
  'gpt-4o-gizmo-*': 2.5,
  'gpt-4-all': 15,
  'gpt-4o-all': 15,
  'gpt-4': 15,
  'gpt-4-0613': 15,
  'gpt-4-32k': 30,
  'gpt-4-32k-0613': 30,
  'gpt-4-1106-preview': 5,
  'gpt-4-0125-preview': 5,
  'gpt-4-turbo-preview': 5,
  'gpt-4-vision-preview': 5,
  'gpt-4-1106-vision-preview': 5,
  'chatgpt-4o-latest': 2.5,
  'gpt-4o': 1.25,
  'gpt-4o-audio-preview': 1.25,
  'gpt-4o-audio-preview-2024-10-01': 1.25,
  'gpt-4o-2024-05-13': 2.5,
  'gpt-4o-2024-08-06': 1.25,
  'gpt-4o-2024-11-20': 1.25,
  'gpt-4o-realtime-preview': 2.5,
  'gpt-4o-realtime-preview-2024-10-01': 2.5,
  'gpt-4o-realtime-preview-2024-12-17': 2.5,
  'gpt-4o-mini-realtime-preview': 0.3,
  'gpt-4o-mini-realtime-preview-2024-12-17': 0.3,
  o1: 7.5,
  'o1-2024-12-17': 7.5,
  'o1-preview': 7.5,
  'o1-preview-2024-09-12': 7.5,
  'o1-mini': 0.55,
  'o1-mini-2024-09-12': 0.55,
  'o3-mini': 0.55,
  'o3-mini-2025-01-31': 0.55,
  'o3-mini-high': 0.55,
  'o3-mini-2025-01-31-high': 0.55,
  'o3-mini-low': 0.55,
  'o3-mini-2025-01-31-low': 0.55,
  'o3-mini-medium': 0.55,
  'o3-mini-2025-01-31-medium': 0.55,
  'gpt-4o-mini': 0.075,
  'gpt-4o-mini-2024-07-18': 0.075,
  'gpt-4-turbo': 5,
  'gpt-4-turbo-2024-04-09': 5,
  'gpt-4.5-preview': 37.5,
  'gpt-4.5-preview-2025-02-27': 37.5,
  'gpt-3.5-turbo': 0.25,
  'gpt-3.5-turbo-0613': 0.75,
  'gpt-3.5-turbo-16k': 1.5,
  'gpt-3.5-turbo-16k-0613': 1.5,
  'gpt-3.5-turbo-instruct': 0.75,
  'gpt-3.5-turbo-1106': 0.5,
  'gpt-3.5-turbo-0125': 0.25,
  'babbage-002': 0.2,
  'davinci-002': 1,
  'text-ada-001': 0.2,
  'text-babbage-001': 0.25,
  'text-curie-001': 1,
  'text-davinci-edit-001': 10,
  'code-davinci-edit-001': 10,
  'whisper-1': 15,
  'tts-1': 7.5,
  'tts-1-1106': 7.5,
  'tts-1-hd': 15,
  'tts-1-hd-1106': 15,
  davinci: 10,
  curie: 10,
  babbage: 10,
  ada: 10,
  'text-embedding-3-small': 0.01,
  'text-embedding-3-large': 0.065,
  'text-embedding-ada-002': 0.05,
  'text-search-ada-doc-001': 10,
  'text-moderation-stable': 0.1,
  'text-moderation-latest': 0.1,
};

const anthropic = {
  'claude-instant-1': 0.4,
  'claude-2.0': 4,
  'claude-2.1': 4,
  'claude-3-haiku-20240307': 0.125,
  'claude-3-5-haiku-20241022': 0.5,
  'claude-3-sonnet-20240229': 1.5,
  'claude-3-5-sonnet-20240620': 1.5,
  'claude-3-5-sonnet-20241022': 1.5,
  'claude-3-7-sonnet-20250219': 1.5,
  'claude-3-7-sonnet-20250219-thinking': 1.5,
  'claude-3-opus-20240229': 7.5,
};

const baidu = {
  'ERNIE-4.0-8K': yuan(0.12),
  'ERNIE-3.5-8K': yuan(0.012),
  'ERNIE-3.5-8K-0205': yuan(0.024),
  'ERNIE-3.5-8K-1222': yuan(0.012),
  'ERNIE-Bot-8K': yuan(0.024),
  'ERNIE-3.5-4K-0205': yuan(0.012),
  'ERNIE-Speed-8K': yuan(0.004),
  'ERNIE-Speed-128K': yuan(0.004),
  'ERNIE-Lite-8K-0922': yuan(0.008),
  'ERNIE-Lite-8K-0308': yuan(0.003),
  'ERNIE-Tiny-8K': yuan(0.001),
  'BLOOMZ-7B': yuan(0.004),
  'Embedding-V1': yuan(0.002),
  'bge-large-zh': yuan(0.002),
  'bge-large-en': yuan(0.002),
  'tao-8k': yuan(0.002),
};

const google = {
  'PaLM-2': 1,
  'gemini-1.5-pro-latest': 1.25,
  'gemini-1.5-flash-latest': 0.075,
  'gemini-2.0-flash': 0.05,
  'gemini-2.5-pro-exp-03-25': 0.625,
  'gemini-2.5-pro-preview-03-25': 0.625,
  'text-embedding-004': 0.001,
};

const zhipu = {
  chatglm_turbo: 0.3572,
  chatglm_pro: 0.7143,
  chatglm_std: 0.3572,
  chatglm_lite: 0.1429,
  'glm-4': 7.143,
  'glm-4v': yuan(0.05),
  'glm-4-alltools': yuan(0.1),
  'glm-3-turbo': 0.3572,
  'glm-4-plus': yuan(0.05),
  'glm-4-0520': yuan(0.1),
  'glm-4-air': yuan(0.001),
  'glm-4-airx': yuan(0.01),
  'glm-4-long': yuan(0.001),
  'glm-4-flash': 0,
  'glm-4v-plus': yuan(0.01),
};

const alibaba = {
  'qwen-turbo': 0.8572,
  'qwen-plus': 10,
  'text-embedding-v1': 0.05,
};

const iflytek = {
  'SparkDesk-v1.1': 1.2858,
  'SparkDesk-v2.1': 1.2858,
  'SparkDesk-v3.1': 1.2858,
  'SparkDesk-v3.5': 1.2858,
  'SparkDesk-v4.0': 1.2858,
};

const qihoo360 = {
  '360GPT_S2_V9': 0.8572,
  '360gpt-turbo': 0.0858,
  '360gpt-turbo-responsibility-8k': 0.8572,
  '360gpt-pro': 0.8572,
  '360gpt2-pro': 0.8572,
  'embedding-bert-512-v1': 0.0715,
  embedding_s1_v1: 0.0715,
  semantic_similarity_s1_v1: 0.0715,
};

const tencent = {
  hunyuan: 7.143,
};

const lingyi = {
  'yi-34b-chat-0205': 0.18,
  'yi-34b-chat-200k': 0.864,
  'yi-vl-plus': 0.432,
  'yi-large': yuan(0.02),
  'yi-medium': yuan(0.0025),
  'yi-vision': yuan(0.006),
  'yi-medium-200k': yuan(0.012),
  'yi-spark': yuan(0.001),
  'yi-large-rag': yuan(0.025),
  'yi-large-turbo': yuan(0.012),
  'yi-large-preview': yuan(0.02),
  'yi-large-rag-preview': yuan(0.025),
};

const cohere = {
  command: 0.5,
  'command-nightly': 0.5,
  'command-light': 0.5,
  'command-light-nightly': 0.5,
  'command-r': 0.25,
  'command-r-plus': 1.5,
  'command-r-08-2024': 0.075,
  'command-r-plus-08-2024': 1.25,
};

const deepseek = {
  'deepseek-chat': 0.135,
  'deepseek-coder': 0.135,
  'deepseek-reasoner': 0.275,
};

const perplexity = {
  'llama-3-sonar-small-32k-chat': 0.1,
  'llama-3-sonar-small-32k-online': 0.1,
  'llama-3-sonar-large-32k-chat': 0.5,
  'llama-3-sonar-large-32k-online': 0.5,
};

const xai = {
  'grok-3-beta': 1.5,
  'grok-3-mini-beta': 0.15,
  'grok-2': 1,
  'grok-2-vision': 1,
  'grok-beta': 2.5,
  'grok-vision-beta': 2.5,
  'grok-3-fast-beta': 2.5,
  'grok-3-mini-fast-beta': 0.3,
};

/** Model ratios of a new installation, as of April 2025. 1 = 2 USD per million input tokens. */
/** https://elevenlabs.io/pricing/api */
const elevenlabs = {
  eleven_v4: perThousand(0.08),
  eleven_v4_turbo: perThousand(0.04),
  eleven_v3: perThousand(0.1),
  eleven_multilingual_v2: perThousand(0.1),
  eleven_flash_v2_5: perThousand(0.05),
  eleven_flash_v2: perThousand(0.05),
  eleven_turbo_v2_5: perThousand(0.05),
  eleven_turbo_v2: perThousand(0.05),
  scribe_v3: perHour(0.22),
  scribe_v2: perHour(0.22),
};

/** https://deepgram.com/pricing, pay as you go, prerecorded audio; Nova-3 with its multilingual price */
const deepgram = {
  'nova-3': perHour(0.0052 * 60),
  'nova-3-medical': perHour(0.0052 * 60),
  'nova-2': perHour(0.0043 * 60),
  'aura-2': perThousand(0.03),
  'aura-2-thalia-en': perThousand(0.03),
  'aura-1': perThousand(0.015),
};

/** https://www.assemblyai.com/pricing, pre-recorded audio */
const assemblyai = {
  'universal-3-5-pro': perHour(0.21),
  'universal-3-pro': perHour(0.21),
  'universal-2': perHour(0.15),
};

/** https://azure.microsoft.com/pricing/details/cognitive-services/speech-services: neural voices, neural HD voices */
const azureSpeech = {
  'azure-tts': perThousand(0.015),
  'azure-tts-hd': perThousand(0.022),
  'azure-fast-transcription': perHour(0.36),
};

/** https://docs.x.ai/developers/models/text-to-speech */
const xaiSpeech = { 'grok-tts': perThousand(0.015) };

/** https://docs.mistral.ai/models/voxtral-tts-26-03 */
const mistralSpeech = { 'voxtral-mini-tts-2603': perThousand(0.016) };

/** https://www.alibabacloud.com/help/en/model-studio/model-pricing, international */
const alibabaAudio = { 'qwen3-tts-flash': perThousand(0.01), 'qwen3-asr-flash': perHour(0.000_035 * 3600) };

/** https://platform.minimaxi.com/document/Price */
const minimax = { 'embo-01': yuan(0.0005) };

/** https://www.deepl.com/pro-api: 25 USD per million characters; all languages have the same price. */
const deepl = Object.fromEntries(
  [
    'en-us en-gb en zh zh-hans zh-hant ja ko de fr es es-419 it pt-br pt-pt nl pl ru uk tr ar he id th vi cs da el et',
    'fi hu lt lv nb ro sk sl sv bg',
  ]
    .flatMap((codes) => codes.split(' '))
    .map((code) => [`deepl-${code}`, perThousand(0.025)]),
);

export const defaultModelRatio: Readonly<Record<string, number>> = {
  ...openai,
  ...anthropic,
  ...baidu,
  ...google,
  ...zhipu,
  ...alibaba,
  ...iflytek,
  ...qihoo360,
  ...tencent,
  ...lingyi,
  ...cohere,
  ...deepseek,
  ...perplexity,
  ...xai,
  ...elevenlabs,
  ...deepgram,
  ...assemblyai,
  ...azureSpeech,
  ...xaiSpeech,
  ...mistralSpeech,
  ...alibabaAudio,
  ...minimax,
  ...deepl,
};
