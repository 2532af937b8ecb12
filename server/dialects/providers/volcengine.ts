import { openaiLike } from './openai/index.js';

/** A base that names its surface, as the coding plan's does. */
const SURFACE = /\/api\/(coding\/)?v3$/;

/** https://www.volcengine.com/docs/82379 (Ark): models are endpoint ids, bot ids or names. */
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
