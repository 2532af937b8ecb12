import type { ProtocolName } from '../protocols/protocol.js';
import { compact } from './compact.js';
import { embeddings } from './embeddings.js';
import { imageEdit } from './image-edit.js';
import { imageGeneration } from './image-generation.js';
import { moderations } from './moderations.js';
import type { Operation } from './operation.js';
import { rerank } from './rerank.js';
import { speech } from './speech.js';
import { transcription, translation } from './transcription.js';

/** One route of an operation. `protocol` sets the format of errors; the default is that of OpenAI chat. */
interface OperationRoute {
  readonly path: string;
  readonly operation: Operation;
  readonly protocol?: ProtocolName;
}

/** Paths of operations other than chat. Requests to all of them are charged. */
export const operationRoutes: readonly OperationRoute[] = [
  { path: '/v1/embeddings', operation: embeddings },
  { path: '/v1/engines/:model/embeddings', operation: embeddings },
  { path: '/v1/moderations', operation: moderations },
  { path: '/v1/responses/compact', operation: compact, protocol: 'openai-responses' },
  { path: '/v1/rerank', operation: rerank },
  { path: '/v2/rerank', operation: rerank },
  { path: '/v1/images/generations', operation: imageGeneration },
  { path: '/v1/images/edits', operation: imageEdit },
  { path: '/v1/audio/speech', operation: speech },
  { path: '/v1/audio/transcriptions', operation: transcription },
  { path: '/v1/audio/translations', operation: translation },
];
