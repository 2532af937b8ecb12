import { withFinishReasons } from './openai/finish-reasons.js';
import { localServer } from './openai/local-server.js';

/** Messages about prompts beyond the server's limits. */
const TOO_LONG = /tokens.* must be <=|must have less than \d+ tokens/;

/** https://huggingface.co/docs/text-generation-inference/messages_api. Errors are `{error, error_type}`. */
export default localServer(1026, 'tgi', 'Text Generation Inference', 'yellow', {
  normalize: (body) => withFinishReasons(body, { eos_token: 'stop', stop_sequence: 'stop' }),
  normalizeIfContains: ['"eos_token"', '"stop_sequence"'],
  adjustFailure: (failure) => {
    if (failure.status !== 422) return failure;
    return { ...failure, retryable: false, ...(TOO_LONG.test(failure.message) && { tooLong: true }) };
  },
});
