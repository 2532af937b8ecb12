import { openaiLike } from './openai/index.js';

/** 360: its chat answers stream options with an error. */
export const zhinao = openaiLike({ name: '360', serves: ['embeddings'], streamOptions: false });

/** 01.AI, which has nothing but chat. */
export const lingyiwanwu = openaiLike({ name: 'lingyiwanwu' });
