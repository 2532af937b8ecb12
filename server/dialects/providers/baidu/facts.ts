import { providerFacts } from '../../kit/facts/provider-facts.js';

const PAGE = 'https://cloud.baidu.com/doc/WENXINWORKSHOP/s/clntwmv7t';

export const baiduFacts = providerFacts({
  finish: [
    {
      words: { stop: 'stop', length: 'length', content_filter: 'content-filter', normal: 'stop' },
      source: PAGE,
    },
  ],
  usage: [{ reads: ['prompt_tokens', 'completion_tokens', 'total_tokens'], source: PAGE }],
  tooLong: [
    {
      messages: /prompt tokens? too long|max input (?:characters|tokens)|too long/i,
      source: 'https://cloud.baidu.com/doc/WENXINWORKSHOP/s/tlmyncueh',
    },
  ],
});
