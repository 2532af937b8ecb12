import { openaiLike } from './openai/index.js';

/** 360: its chat rejects stream_options. */
export const zhinao = openaiLike({ name: '360', serves: ['embeddings'], streamOptions: false });

/** 01.AI: chat only. */
export const lingyiwanwu = openaiLike({ name: 'lingyiwanwu' });
