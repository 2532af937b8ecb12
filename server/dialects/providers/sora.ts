import { defineProvider, UNTESTABLE } from '../kit/define-provider.js';
import { readError } from '../kit/openai/errors.js';
import { openaiVideos } from '../kit/openai/videos.js';

/** OpenAI's Videos API, which OpenAI itself shut down on 24 September 2026; other gateways have it. */
export default defineProvider({
  type: 55,
  id: 'sora',
  name: { en: 'OpenAI Videos API (Sora)', zh: 'OpenAI 视频接口（Sora）' },
  color: 'gray',
  baseUrl: null,
  models: [],
  untestable: UNTESTABLE.videos,
  api: { native: {}, tasks: { video: openaiVideos({}, true) }, readError },
});
