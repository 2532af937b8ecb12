import { localServer } from './openai/local-server.js';

/** Messages about prompts beyond the server's limits. */
const TOO_LONG = /tokens.* must be <=|must have less than \d+ tokens/;

/** https://huggingface.co/docs/text-generation-inference/messages_api. Errors are `{error, error_type}`. */
export default localServer(1026, 'tgi', 'Text Generation Inference', 'yellow', {
  adjustFailure: (failure) => {
    if (failure.status !== 422) return failure;
    return { ...failure, retryable: false, ...(TOO_LONG.test(failure.message) && { tooLong: true }) };
  },
});
