import type { Provider } from '../../../kit/provider.js';
import { batchEmbedContents, embedContent, embeddings } from './embeddings.js';
import { imageEdit } from './image-edit.js';
import { imageGeneration, nativePredict } from './images.js';
import { speech } from './speech.js';

/** Operations other than chat on Google's API. */
export const operations: NonNullable<Provider['operations']> = {
  embeddings,
  'embed-content': embedContent,
  'batch-embed-contents': batchEmbedContents,
  'image-generation': imageGeneration,
  'image-edit': imageEdit,
  speech,
  predict: nativePredict,
};
