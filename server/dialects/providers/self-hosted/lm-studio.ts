import { localServer } from '../../kit/openai/local-server.js';

/**
 * https://lmstudio.ai/docs/developer/openai-compat. Images must be sent as bytes, so chat requests of OpenAI clients are
 * always translated.
 */
export default localServer(
  1023,
  'lm-studio',
  'LM Studio',
  'indigo',
  {
    serves: ['embeddings'],
    passes: false,
    mustFetch: () => true,
    topK: true,
  },
  { modelOwner: 'organization_owner' },
);
