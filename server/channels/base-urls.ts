/** Default address of each channel type, used if the channel has none. */
const BASE_URLS: ReadonlyMap<number, string> = new Map([
  [1, 'https://api.openai.com'],
  [4, 'http://localhost:11434'],
  [6, 'https://api.openaimax.com'],
  [7, 'https://api.ohmygpt.com'],
  [9, 'https://api.caipacity.com'],
  [10, 'https://api.aiproxy.io'],
  [11, 'https://generativelanguage.googleapis.com'],
  [12, 'https://api.api2gpt.com'],
  [13, 'https://api.aigc2d.com'],
  [14, 'https://api.anthropic.com'],
  [15, 'https://aip.baidubce.com'],
  [16, 'https://open.bigmodel.cn'],
  [17, 'https://dashscope.aliyuncs.com'],
  [19, 'https://api.360.cn'],
  [20, 'https://openrouter.ai/api'],
  [21, 'https://api.aiproxy.io'],
  [22, 'https://fastgpt.run/api/openapi'],
  [23, 'https://hunyuan.tencentcloudapi.com'],
  [24, 'https://generativelanguage.googleapis.com'],
  [25, 'https://api.moonshot.cn'],
  [26, 'https://open.bigmodel.cn'],
  [27, 'https://api.perplexity.ai'],
  [31, 'https://api.lingyiwanwu.com'],
  [34, 'https://api.cohere.ai'],
  [35, 'https://api.minimax.chat'],
  [37, 'https://api.dify.ai'],
  [38, 'https://api.jina.ai'],
  [39, 'https://api.cloudflare.com'],
  [40, 'https://api.siliconflow.cn'],
  [42, 'https://api.mistral.ai'],
  [43, 'https://api.deepseek.com'],
  [44, 'https://api.moka.ai'],
  [45, 'https://ark.cn-beijing.volces.com'],
  [46, 'https://qianfan.baidubce.com'],
  [48, 'https://api.x.ai'],
]);

/** Returns the type's default address; '' if it has none, so that the channel must have its own. */
export function baseUrlOf(type: number): string {
  return BASE_URLS.get(type) ?? '';
}
