import type { Provider } from '../provider.js';
import { batchEmbedContents, embedContent, embeddings } from './embeddings.js';
import { imageGeneration, nativePredict } from './pictures.js';

/** What Google's API does besides conversations. */
export const operations: NonNullable<Provider['operations']> = {
  embeddings,
  'embed-content': embedContent,
  'batch-embed-contents': batchEmbedContents,
  'image-generation': imageGeneration,
  predict: nativePredict,
};
