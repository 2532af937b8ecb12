/** What unknown paths below /api, /v1 and /assets answer with status 404, in the words of OpenAI's API. */
export function notFound(method: string, url: string, requestId: string) {
  const path = url.split('?', 1)[0]!;
  return {
    error: {
      message: `Invalid URL (${method} ${path}) (request id: ${requestId})`,
      type: 'invalid_request_error',
      param: '',
      code: '',
    },
  };
}
