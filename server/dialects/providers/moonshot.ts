import { openaiLike } from './openai/index.js';

/** https://platform.moonshot.cn/docs/api/chat; the maximum temperature is 1. */
export const moonshot = openaiLike({
  name: 'moonshot',
  earlierReasoning: 'text',
  change: (members): Record<string, unknown> => {
    const temperature = members.value('temperature');
    return typeof temperature === 'number' && temperature > 1 ? { temperature: 1 } : {};
  },
});
