import { embeddings } from './embeddings.js';
import { moderations } from './moderations.js';
import type { Operation } from './operation.js';
import { rerank } from './rerank.js';

/** Paths of routes that are no conversation, and what they do. Every route here charges. */
export const operationRoutes: readonly { path: string; operation: Operation }[] = [
  { path: '/v1/embeddings', operation: embeddings },
  { path: '/v1/engines/:model/embeddings', operation: embeddings },
  { path: '/v1/moderations', operation: moderations },
  { path: '/v1/rerank', operation: rerank },
  { path: '/v2/rerank', operation: rerank },
];
