/** A channel type, in the order of the type list. */
export interface ChannelType {
  id: number;
  zh: string;
  en: string;
  /** Mantine colour of its tag. */
  color: string;
  /** Default address; empty if the operator must enter one. */
  baseUrl: string;
  /** Still works, but is no longer offered for new channels. */
  legacy?: boolean;
}

export const CHANNEL_TYPES: readonly ChannelType[] = [
  { id: 1, zh: 'OpenAI', en: 'OpenAI', color: 'green', baseUrl: 'https://api.openai.com' },
  { id: 2, zh: 'Midjourney Proxy', en: 'Midjourney Proxy', color: 'blue', baseUrl: '' },
  { id: 5, zh: 'Midjourney Proxy Plus', en: 'Midjourney Proxy Plus', color: 'blue', baseUrl: '' },
  { id: 36, zh: 'Suno API', en: 'Suno API', color: 'grape', baseUrl: '' },
  { id: 4, zh: 'Ollama', en: 'Ollama', color: 'gray', baseUrl: 'http://localhost:11434' },
  {
    id: 14,
    zh: 'Anthropic Claude',
    en: 'Anthropic Claude',
    color: 'indigo',
    baseUrl: 'https://api.anthropic.com',
  },
  { id: 33, zh: 'AWS Claude', en: 'AWS Claude (Bedrock)', color: 'indigo', baseUrl: '' },
  { id: 41, zh: 'Vertex AI', en: 'Vertex AI', color: 'blue', baseUrl: '' },
  { id: 3, zh: 'Azure OpenAI', en: 'Azure OpenAI', color: 'teal', baseUrl: '' },
  { id: 34, zh: 'Cohere', en: 'Cohere', color: 'grape', baseUrl: 'https://api.cohere.ai' },
  {
    id: 39,
    zh: 'Cloudflare',
    en: 'Cloudflare Workers AI',
    color: 'gray',
    baseUrl: 'https://api.cloudflare.com',
  },
  { id: 43, zh: 'DeepSeek', en: 'DeepSeek', color: 'blue', baseUrl: 'https://api.deepseek.com' },
  {
    id: 15,
    zh: '百度文心千帆',
    en: 'Baidu Qianfan (v1)',
    color: 'blue',
    baseUrl: 'https://aip.baidubce.com',
  },
  {
    id: 46,
    zh: '百度文心千帆V2',
    en: 'Baidu Qianfan V2',
    color: 'blue',
    baseUrl: 'https://qianfan.baidubce.com',
  },
  {
    id: 17,
    zh: '阿里通义千问',
    en: 'Ali Tongyi Qianwen (DashScope)',
    color: 'orange',
    baseUrl: 'https://dashscope.aliyuncs.com',
  },
  { id: 18, zh: '讯飞星火认知', en: 'iFlytek Spark', color: 'blue', baseUrl: '' },
  {
    id: 16,
    zh: '智谱 ChatGLM',
    en: 'Zhipu ChatGLM (v3)',
    color: 'violet',
    baseUrl: 'https://open.bigmodel.cn',
  },
  { id: 26, zh: '智谱 GLM-4V', en: 'Zhipu GLM-4V (v4)', color: 'grape', baseUrl: 'https://open.bigmodel.cn' },
  {
    id: 24,
    zh: 'Google Gemini',
    en: 'Google Gemini',
    color: 'orange',
    baseUrl: 'https://generativelanguage.googleapis.com',
  },
  {
    id: 11,
    zh: 'Google PaLM2',
    en: 'Google PaLM2',
    color: 'orange',
    baseUrl: 'https://generativelanguage.googleapis.com',
  },
  { id: 47, zh: 'Xinference', en: 'Xinference', color: 'blue', baseUrl: '' },
  { id: 25, zh: 'Moonshot', en: 'Moonshot', color: 'green', baseUrl: 'https://api.moonshot.cn' },
  { id: 20, zh: 'OpenRouter', en: 'OpenRouter', color: 'green', baseUrl: 'https://openrouter.ai/api' },
  { id: 19, zh: '360 智脑', en: '360 Zhinao', color: 'blue', baseUrl: 'https://api.360.cn' },
  {
    id: 23,
    zh: '腾讯混元',
    en: 'Tencent Hunyuan',
    color: 'teal',
    baseUrl: 'https://hunyuan.tencentcloudapi.com',
  },
  {
    id: 31,
    zh: '零一万物',
    en: '01.AI (Lingyiwanwu)',
    color: 'green',
    baseUrl: 'https://api.lingyiwanwu.com',
  },
  { id: 35, zh: 'MiniMax', en: 'MiniMax', color: 'green', baseUrl: 'https://api.minimax.chat' },
  { id: 37, zh: 'Dify', en: 'Dify', color: 'teal', baseUrl: 'https://api.dify.ai' },
  { id: 38, zh: 'Jina', en: 'Jina', color: 'blue', baseUrl: 'https://api.jina.ai' },
  { id: 40, zh: 'SiliconCloud', en: 'SiliconFlow', color: 'grape', baseUrl: 'https://api.siliconflow.cn' },
  { id: 42, zh: 'Mistral AI', en: 'Mistral AI', color: 'blue', baseUrl: 'https://api.mistral.ai' },
  { id: 8, zh: '自定义渠道', en: 'Custom channel', color: 'pink', baseUrl: '' },
  {
    id: 22,
    zh: '知识库：FastGPT',
    en: 'Knowledge base: FastGPT',
    color: 'blue',
    baseUrl: 'https://fastgpt.run/api/openapi',
  },
  {
    id: 21,
    zh: '知识库：AI Proxy',
    en: 'Knowledge base: AI Proxy',
    color: 'grape',
    baseUrl: 'https://api.aiproxy.io',
  },
  {
    id: 44,
    zh: '嵌入模型：MokaAI M3E',
    en: 'Embedding model: MokaAI M3E',
    color: 'grape',
    baseUrl: 'https://api.moka.ai',
  },
  {
    id: 45,
    zh: '字节火山方舟、豆包、DeepSeek通用',
    en: 'ByteDance VolcEngine Ark (Doubao, DeepSeek)',
    color: 'blue',
    baseUrl: 'https://ark.cn-beijing.volces.com',
  },
  { id: 48, zh: 'xAI', en: 'xAI', color: 'blue', baseUrl: 'https://api.x.ai' },
  {
    id: 6,
    zh: '代理：OpenAI Max',
    en: 'Proxy: OpenAI Max',
    color: 'violet',
    baseUrl: 'https://api.openaimax.com',
    legacy: true,
  },
  {
    id: 7,
    zh: '代理：OhMyGPT',
    en: 'Proxy: OhMyGPT',
    color: 'grape',
    baseUrl: 'https://api.ohmygpt.com',
    legacy: true,
  },
  {
    id: 9,
    zh: '代理：AI.LS',
    en: 'Proxy: AI.LS',
    color: 'yellow',
    baseUrl: 'https://api.caipacity.com',
    legacy: true,
  },
  {
    id: 10,
    zh: '代理：AI Proxy',
    en: 'Proxy: AI Proxy',
    color: 'grape',
    baseUrl: 'https://api.aiproxy.io',
    legacy: true,
  },
  {
    id: 12,
    zh: '代理：API2GPT',
    en: 'Proxy: API2GPT',
    color: 'blue',
    baseUrl: 'https://api.api2gpt.com',
    legacy: true,
  },
  {
    id: 13,
    zh: '代理：AIGC2D',
    en: 'Proxy: AIGC2D',
    color: 'grape',
    baseUrl: 'https://api.aigc2d.com',
    legacy: true,
  },
  {
    id: 27,
    zh: 'Perplexity',
    en: 'Perplexity',
    color: 'blue',
    baseUrl: 'https://api.perplexity.ai',
    legacy: true,
  },
];

const BY_ID = new Map(CHANNEL_TYPES.map((type) => [type.id, type]));

export function channelType(id: number): ChannelType | undefined {
  return BY_ID.get(id);
}
