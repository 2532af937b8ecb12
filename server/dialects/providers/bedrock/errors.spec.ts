import { providerFor } from '../registry.js';

const { readError } = providerFor(33)!;
const error = (status: number, name: string, message: string) =>
  readError(
    status,
    { 'x-amzn-errortype': `${name}:http://internal.amazon.com/coral/com.amazon.bedrock/` },
    JSON.stringify({ message }),
  );

test.each<[number, string, string, object]>([
  [403, 'ExpiredTokenException', 'The security token included in the request is expired', { disables: true }],
  [
    403,
    'UnrecognizedClientException',
    'The security token included in the request is invalid.',
    { disables: true },
  ],
  [
    403,
    'InvalidSignatureException',
    'The request signature we calculated does not match',
    { disables: true },
  ],
  [
    403,
    'InvalidSignatureException',
    'Signature expired: 20231114T221320Z is now earlier than',
    { disables: false },
  ],
  [
    403,
    'AccessDeniedException',
    'Authentication failed: Please make sure your API Key is valid.',
    { disables: true },
  ],
  [
    403,
    'AccessDeniedException',
    "You don't have access to the model with the specified model ID.",
    { disables: false, retryable: true },
  ],
  [
    403,
    'AccessDeniedException',
    'User: arn:aws:iam::1:user/x is not authorized to perform: bedrock:InvokeModel on resource: arn:aws:bedrock:m',
    { disables: false, retryable: true },
  ],
  [
    403,
    'AccessDeniedException',
    'Access denied. This Model is marked by provider as Legacy and you have not been actively using the model',
    { disables: false, retryable: true },
  ],
  [
    404,
    'ResourceNotFoundException',
    'Could not resolve the foundation model',
    { retryable: true, disables: false },
  ],
  [
    429,
    'ThrottlingException',
    'Too many tokens, please wait before trying again.',
    { retryable: true, status: 429 },
  ],
  [400, 'ServiceQuotaExceededException', 'You exceeded a quota', { retryable: true, disables: false }],
  [408, 'ModelTimeoutException', 'Model has timed out', { retryable: false }],
  [
    424,
    'ModelErrorException',
    'The model produced an invalid sequence as part of ToolUse',
    { retryable: true },
  ],
  [500, 'InternalServerException', 'Internal error', { retryable: true }],
  [503, 'ServiceUnavailableException', 'Bedrock is unable to process your request.', { retryable: true }],
  [
    400,
    'ValidationException',
    'The provided model identifier is invalid.',
    { retryable: true, disables: false },
  ],
  [
    400,
    'ValidationException',
    'Invocation of model ID anthropic.claude with on-demand throughput isn’t supported.',
    { retryable: true },
  ],
  [400, 'ValidationException', 'messages: roles must alternate', { retryable: false, disables: false }],
  [400, 'ValidationException', 'Input is too long for requested model.', { tooLong: true, retryable: false }],
  [
    400,
    'ValidationException',
    'prompt is too long: 208310 tokens > 200000 maximum',
    { tooLong: true, code: 'context_length_exceeded' },
  ],
  [
    400,
    'ValidationException',
    "This model's maximum context length is 8192 tokens. Please reduce the length of the prompt",
    { tooLong: true },
  ],
  [
    400,
    'ValidationException',
    'The maximum tokens you requested exceeds the model limit of 4096.',
    { retryable: false, code: 'ValidationException' },
  ],
  [
    400,
    'ValidationException',
    'This request has been blocked by our content filters.',
    { code: 'content_filter', retryable: false },
  ],
])('%i %s: %s', (status, name, message, expected) => {
  const failure = error(status, name, message);
  expect(failure).toMatchObject({ status, kind: name, message, ...expected });
  if (!('tooLong' in expected)) expect(failure.tooLong).toBeUndefined();
});

test('the name may be in the body, and the message may be written with a capital letter', () => {
  const body = JSON.stringify({
    __type: 'com.amazon.coral.service#ExpiredTokenException',
    Message: 'expired',
  });
  expect(readError(403, {}, body)).toMatchObject({
    kind: 'ExpiredTokenException',
    message: 'expired',
    disables: true,
  });
});

test('errors without a body have a status, and a time to wait if it is sent', () => {
  expect(readError(502, {}, '<html>')).toMatchObject({
    status: 502,
    message: 'bad response status code 502',
    kind: 'upstream_error',
    code: 'bad_response_status_code',
    retryable: true,
    disables: false,
  });
  expect(readError(429, { 'retry-after': '7' }, '')).toMatchObject({ status: 429, retryAfterSeconds: 7 });
  expect(readError(401, {}, '')).toMatchObject({ disables: true });
  expect(readError(400, {}, '')).toMatchObject({ retryable: false });
});
