import { openaiLike, type Vendor } from './openai/index.js';
import { rerankOperation } from './openai/rerank.js';

const vendor: Vendor = {
  name: 'xinference',
  completions: '/v1/completions',
  serves: ['embeddings', 'image-generation', 'image-edit', 'speech', 'transcription', 'translation'],
};

/** https://inference.readthedocs.io */
export const xinference = openaiLike({ ...vendor, operations: { rerank: rerankOperation(vendor) } });
