import { makersName } from '../../../contract/model-name.js';

/** Model makers by the beginning of the model name. The first match wins. */
const MAKERS: readonly (readonly [maker: string, names: RegExp])[] = [
  [
    'OpenAI',
    /^(gpt-|chatgpt|o\d(-|$)|codex|computer-use|dall-e|whisper|tts-|sora|davinci|babbage|text-(embedding-(3|ada)|moderation|davinci|curie|babbage|ada)|omni-moderation)/,
  ],
  ['Anthropic', /^(claude|anthropic\.)/],
  ['Google', /^(gemini|gemma|imagen|veo|palm|learnlm|text-embedding-00\d|embedding-001)/],
  ['DeepSeek', /^deepseek/],
  ['Alibaba', /^(qwen|qwq|qvq|tongyi|wan[x\d]|text-embedding-v\d|gte-)/],
  ['Baidu', /^(ernie|bloomz|tao-8k|embedding-v1$)/],
  ['Zhipu', /^(glm|chatglm|cogview|cogvideo|charglm|codegeex)/],
  ['Moonshot', /^(moonshot|kimi)/],
  ['ByteDance', /^(doubao|seed|sdxl-lightning|jimeng)/],
  ['Tencent', /^hunyuan/],
  ['iFlytek', /^(sparkdesk|spark|generalv|4\.0ultra)/],
  ['360', /^360/],
  ['MiniMax', /^(minimax|abab|hailuo)/],
  ['01.AI', /^yi-/],
  ['xAI', /^grok/],
  ['Meta', /^(meta-llama|llama|codellama)/],
  ['Mistral', /^((open-)?(mistral|mixtral)|codestral|pixtral|ministral|magistral|devstral|voxtral)/],
  ['Cohere', /^(command|c4ai|aya|rerank-(english|multilingual|v\d)|embed-(english|multilingual|v\d))/],
  ['Perplexity', /^(sonar|pplx)/],
  ['Jina', /^jina/],
  ['BAAI', /^(baai|bge)/],
  ['MokaAI', /^m3e/],
  ['Black Forest Labs', /^flux/],
  ['Stability AI', /^(stable-|sd3|sdxl)/],
  ['Recraft', /^recraft/],
  ['Luma', /^(photon-|uni-1)/],
  ['Ideogram', /^ideogram/],
  ['Midjourney', /^(mj_|midjourney|swap_face$)/],
  ['Suno', /^suno/],
  ['Kling', /^kling/],
  ['Vidu', /^vidu/],
  ['ElevenLabs', /^(eleven_|scribe_)/],
  ['Deepgram', /^(nova-[23]|aura)(-|$)/],
  ['AssemblyAI', /^universal-/],
  ['DeepL', /^deepl-/],
  ['Microsoft', /^azure-/],
];

/**
 * The maker of a model, derived from its name regardless of the serving channel. A provider prefix as in
 * `anthropic/claude-…` is ignored.
 * @returns '' when the name matches no maker
 */
export function makerOf(model: string): string {
  const name = makersName(model);
  return MAKERS.find(([, names]) => names.test(name))?.[0] ?? '';
}
