import type { EgressAnswer, EgressCall } from '../../../core/egress/egress-client.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import { fetchMedia, remoteParts } from './remote-media.js';
import { openaiChat } from '../../../dialects/protocols/openai-chat/index.js';
import { gemini } from '../../../dialects/providers/gemini/index.js';
import { Downloads } from '../../upstream/downloads.js';
import { bodyOf, targetOf } from '../../../../test/dialects/recorded.js';

const answer = (status: number, headers: Record<string, string>, body = ''): EgressAnswer => ({
  status,
  headers,
  body: Buffer.from(body),
});
const png = answer(200, { 'content-type': 'image/png; x=y' }, 'PNG');
const site = 'https://pictures.example';

/** A fake internet that serves these pages and records requests. */
function internet(pages: Record<string, EgressAnswer>, limit = 100) {
  const requests: [url: string, call: EgressCall][] = [];
  const fetch = (url: string, call: EgressCall): Promise<EgressAnswer> => {
    requests.push([url, call]);
    const page = pages[url];
    return page ? Promise.resolve(page) : Promise.reject(new Error('private matters'));
  };
  return { requests, downloads: new Downloads({ fetch }, limit) };
}

const chatWith = (...urls: string[]) =>
  openaiChat.parse(
    Buffer.from(
      JSON.stringify({
        model: 'gemini-2.5-flash',
        messages: [{ role: 'user', content: urls.map((url) => ({ type: 'image_url', image_url: { url } })) }],
      }),
    ),
    '',
  );

async function sent(downloads: Downloads, ...urls: string[]): Promise<unknown> {
  const chat = chatWith(...urls);
  await fetchMedia(remoteParts(chat, gemini.chat!.mustFetch!), downloads, new AbortController().signal);
  return bodyOf(gemini.chat!.request(chat, targetOf({ type: 24, model: 'gemini-2.5-flash' })));
}

test('pictures by address reach Google as bytes, each fetched once, for a user', async () => {
  const { requests, downloads } = internet({ [`${site}/a`]: png });
  const inlineData = { mimeType: 'image/png', data: Buffer.from('PNG').toString('base64') };
  await expect(sent(downloads, `${site}/a`, `${site}/a`)).resolves.toMatchObject({
    contents: [{ role: 'user', parts: [{ inlineData }, { inlineData }] }],
  });
  expect(requests).toHaveLength(1);
  expect(requests[0]![1]).toMatchObject({ method: 'GET', chosenBy: 'user', maxBytes: 100 });
});

test('what Google reads itself stays an address', async () => {
  const { requests, downloads } = internet({});
  const fileUri = 'https://generativelanguage.googleapis.com/v1beta/files/abc';
  await expect(sent(downloads, fileUri, 'https://youtu.be/x')).resolves.toMatchObject({
    contents: [{ parts: [{ fileData: { fileUri } }, { fileData: { fileUri: 'https://youtu.be/x' } }] }],
  });
  expect(requests).toEqual([]);
});

test('all pictures of a request share one limit', async () => {
  const { requests, downloads } = internet({ [`${site}/a`]: png, [`${site}/b`]: png });
  await sent(downloads, `${site}/a`, `${site}/b`);
  expect(requests.map(([, { maxBytes }]) => maxBytes)).toEqual([100, 97]);
});

test('redirects are followed three times, each through the guard', async () => {
  const to = (location: string) => answer(302, { location });
  const pages = { [`${site}/1`]: to('/2'), [`${site}/2`]: to('/3'), [`${site}/3`]: to('/4') };
  const { requests, downloads } = internet({ ...pages, [`${site}/4`]: png });
  await sent(downloads, `${site}/1`);
  expect(requests.map(([url]) => url)).toEqual([`${site}/1`, `${site}/2`, `${site}/3`, `${site}/4`]);
  const longer = internet({ ...pages, [`${site}/4`]: to('/5'), [`${site}/5`]: png });
  await expect(sent(longer.downloads, `${site}/1`)).rejects.toThrow(ApiError);
});

test.each([
  ['nowhere', undefined],
  ['missing', answer(404, {})],
  ['a page', answer(200, { 'content-type': 'text/html' }, '<p>')],
])('%s is refused, and the client does not hear why', async (_name, page) => {
  const { downloads } = internet(page ? { [`${site}/a`]: page } : {});
  const refusal = await sent(downloads, `${site}/a`).catch((problem: unknown) => problem);
  expect(refusal).toMatchObject({ code: 'convert_request_failed', status: 400 });
  expect(String(refusal)).not.toMatch(/private|404/);
});
