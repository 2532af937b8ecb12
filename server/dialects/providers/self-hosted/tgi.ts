import { localServer } from '../../kit/openai/local-server.js';

const PAGE = 'https://huggingface.co/docs/text-generation-inference/messages_api';
const CODE = 'https://huggingface.github.io/text-generation-inference';

/** https://huggingface.co/docs/text-generation-inference/messages_api. Errors are `{error, error_type}`. */
export default localServer(1026, 'tgi', 'Text Generation Inference', 'yellow', {
  facts: {
    finish: [{ words: { eos_token: 'stop', stop_sequence: 'stop' }, source: CODE }],
    tooLong: [{ messages: /tokens.* must be <=|must have less than \d+ tokens/, source: CODE }],
    // The request is invalid.
    failures: [{ status: 422, means: { retryable: false }, source: PAGE }],
  },
});
