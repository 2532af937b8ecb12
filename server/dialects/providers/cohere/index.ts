import { defineProvider, modelNames } from '../../kit/define-provider.js';
import { withGoogleEmbeddings } from '../../kit/openai/operations/embeddings-for-google.js';
import type { Provider } from '../../kit/provider.js';
import { fitted } from '../../kit/rules/fit-chat.js';
import { readAnswer } from './answer.js';
import { embeddings } from './embeddings.js';
import { readError } from './errors.js';
import { cohereFacts } from './facts.js';
import { models } from './models.js';
import { cohereRules } from './request-rules.js';
import { chatRequest } from './request.js';
import { rerank } from './rerank.js';
import { readStream } from './stream.js';
import { transcription } from './transcription.js';

/** Version 2 of Cohere's API: https://docs.cohere.com/reference/about */
const cohere: Provider = withGoogleEmbeddings({
  native: {},
  chat: fitted(cohereRules, { request: chatRequest, answer: readAnswer, stream: readStream }),
  operations: { embeddings, rerank, transcription },
  models,
  facts: cohereFacts,
  readError,
});

export default defineProvider({
  type: 34,
  id: 'cohere',
  name: { en: 'Cohere', zh: 'Cohere' },
  synonyms: ['Command', 'Rerank', 'Embed'],
  color: 'grape',
  baseUrl: 'https://api.cohere.ai',
  sdkPath: /\/(?:compatibility\/v1|v[12])$/,
  keys: [{ prefix: '', rest: /^[A-Za-z0-9]{40}$/, certainty: 'possible' }],
  models: modelNames(`
    command-a-plus-05-2026 command-a-reasoning-08-2025 command-a-03-2025 command-a-vision-07-2025
    command-a-translate-08-2025 command-r7b-12-2024 command-r-plus-08-2024 command-r-08-2024
    c4ai-aya-expanse-32b c4ai-aya-vision-32b embed-v4.0 embed-english-v3.0 embed-multilingual-v3.0
    embed-english-light-v3.0 embed-multilingual-light-v3.0 rerank-v4.0-pro rerank-v4.0-fast rerank-v3.5
    rerank-english-v3.0 rerank-multilingual-v3.0 cohere-transcribe-03-2026`),
  form: { keyPage: 'https://dashboard.cohere.com/api-keys' },
  api: cohere,
});
