import { openaiLike } from './openai/index.js';

/** Base URLs that already contain the path of the API, such as that of the coding plan. */
const SURFACE = /\/api\/(coding\/)?v3$/;

/** https://www.volcengine.com/docs/82379 (Ark): a model is an endpoint id, a bot id or a name. */
export const volcengine = openaiLike({
  name: 'volcengine',
  serves: ['embeddings', 'image-generation'],
  url: (path, { baseUrl }, model) => {
    const root = SURFACE.test(baseUrl) ? baseUrl : `${baseUrl}/api/v3`;
    const rest = path.replace(/^\/v1/, '');
    return root + (model.startsWith('bot') && rest.startsWith('/chat/') ? `/bots${rest}` : rest);
  },
  fault: (failure) => (failure.code === 'AccountOverdueError' ? { ...failure, disables: true } : failure),
});
