import { imageText, isImageText } from './image-text.js';
import { fileSource, mediaSource } from './media-source.js';

const base64 = (mediaType: string, data: string) => ({ type: 'base64', mediaType, data });

/** `data:` URLs: RFC 2397. */
test.each([
  ['https://x.test/a,b.png', { type: 'url', url: 'https://x.test/a,b.png' }],
  ['gs://bucket/data:a,b', { type: 'url', url: 'gs://bucket/data:a,b' }],
  ['data:image/png;base64,iVBORw0=', base64('image/png', 'iVBORw0=')],
  ['data:IMAGE/PNG;name=a;base64,iVBORw0=', base64('image/png', 'iVBORw0=')],
  ['data:text/html,%3Cb%3Ehi, you', base64('text/html', 'PGI+aGksIHlvdQ==')],
  ['data:,hi', base64('text/plain', 'aGk=')],
  ['data:;base64,aGk=', base64('text/plain', 'aGk=')],
  ['data:text/plain,100%', base64('text/plain', 'MTAwJQ==')],
  ['data:no comma', { type: 'url', url: 'data:no comma' }],
])('the media of %s', (url, source) => {
  expect(mediaSource(url)).toEqual(source);
});

test.each([
  ['https://x.test/a.docx', { type: 'url', url: 'https://x.test/a.docx' }],
  ['http://x.test/a.docx', { type: 'url', url: 'http://x.test/a.docx' }],
  ['data:text/plain;base64,aGk=', base64('text/plain', 'aGk=')],
  ['JVBERi0xLjQ=', base64('application/pdf', 'JVBERi0xLjQ=')],
  ['JVBERihttps://', base64('application/pdf', 'JVBERihttps://')],
])('the file %s', (data, source) => {
  expect(fileSource(data)).toEqual(source);
});

test.each([
  ['data:image/png;base64,iVBORw0=', true],
  ['https://x.test/i.png', false],
])('an image in an answer, %s, is Markdown; only its bytes are not text of a model', (url, isImage) => {
  expect(imageText(url)).toBe(`![image](${url})`);
  expect(isImageText(imageText(url))).toBe(isImage);
  expect(isImageText(`See ${imageText(url)}`)).toBe(false);
});
