import { assistant, call, image, redacted, text, thought, user } from '../../../../test/dialects/turns.js';
import { answerImage, isAnswerImage, withAnswerImages, withoutAnswerImages } from './answer-images.js';
import type { CanonicalTurn, TurnPart } from '../chat.js';

const PNG = 'data:image/png;base64,iVBORw0KGgo=';
const ofResponse = (data = 'iVBORw0KGgo=', mediaType = 'image/png') => ({
  type: 'image' as const,
  source: { type: 'base64' as const, mediaType, data },
  ofResponse: true as const,
});

describe('Markdown images with their bytes in the text of the assistant are images', () => {
  test.each<[string, string, TurnPart[]]>([
    ['alone', `![image](${PNG})`, [ofResponse()]],
    ['between texts', `Here: ![a cat](${PNG}) Nice?`, [text('Here: '), ofResponse(), text(' Nice?')]],
    ['two, with white space between them', `![a](${PNG})\n\n![b](${PNG})`, [ofResponse(), ofResponse()]],
    ['with a title', `![a](${PNG} "A cat") end`, [ofResponse(), text(' end')]],
    ['without a description', `![](${PNG})`, [ofResponse()]],
    [
      'of another type, with parameters',
      '![a](data:image/svg+xml;charset=utf-8;base64,PHN2Zz4)',
      [ofResponse('PHN2Zz4', 'image/svg+xml')],
    ],
    ['behind a link', `[x](https://x.test) ![a](${PNG})`, [text('[x](https://x.test) '), ofResponse()]],
    [
      'behind one that is not complete',
      `![a](data:image/png;base64,AAAA ![b](${PNG})`,
      [text('![a](data:image/png;base64,AAAA '), ofResponse()],
    ],
  ])('%s', (_case, content, parts) => {
    expect(withAnswerImages([assistant(thought('Hm'), text(content), call('a'))])).toStrictEqual([
      assistant(thought('Hm'), ...parts, call('a')),
    ]);
  });

  test.each([
    ['a link', `[a](${PNG})`],
    ['an image by address', '![a](https://x.test/i.png)'],
    ['data that is no image', '![a](data:text/plain;base64,aGk=)'],
    ['an image that is not in base64', '![a](data:image/svg+xml,<svg/>)'],
    ['an image without bytes', '![a](data:image/png;base64,)'],
    ['an image that is not closed', `![a](${PNG}`],
    ['an image with anything else behind its bytes', `![a](${PNG} and more)`],
    ['a description that was closed before', `![a] [b](${PNG})`],
    ['a description of more than 1,000 characters', `![${'a'.repeat(1000)}](${PNG})`],
  ])('but not %s', (_case, content) => {
    expect(withAnswerImages([assistant(text(content))])).toEqual([assistant(text(content))]);
  });

  test('a description may have nearly 1,000 characters', () => {
    expect(withAnswerImages([assistant(text(`![${'a'.repeat(998)}](${PNG})`))])).toEqual([
      assistant(ofResponse()),
    ]);
  });

  test('text of the user is not read', () => {
    const turns = [user(text(`![a](${PNG})`)), assistant(text('I see.'))];
    const read = withAnswerImages(turns);
    expect(read[0]).toBe(turns[0]);
    expect(read[1]).toBe(turns[1]);
  });

  test('a cache hint applies up to the last part', () => {
    const cached = { ...text(`One ![a](${PNG}) two ![b](${PNG}) three`), cache: { ttl: '5m' as const } };
    expect(withAnswerImages([assistant(cached)])[0]!.parts).toStrictEqual([
      text('One '),
      ofResponse(),
      text(' two '),
      ofResponse(),
      { ...text(' three'), cache: { ttl: '5m' } },
    ]);
    const link = { ...text(`[a](${PNG})`), cache: { ttl: '5m' as const } };
    expect(withAnswerImages([assistant(link)])).toEqual([assistant(link)]);
  });
});

test('an image beside the text of the assistant is an image if it has its bytes, an address is text', () => {
  expect(answerImage(PNG)).toEqual(ofResponse());
  expect(answerImage('https://x.test/i.png')).toEqual(text('![image](https://x.test/i.png)'));
});

test('images of the user are not of a response', () => {
  expect([ofResponse(), image, text('![image]')].map(isAnswerImage)).toEqual([true, false, false]);
});

describe('turns without images of earlier responses', () => {
  const leftOut = text('[content left out: image]');

  test.each<[string, CanonicalTurn, CanonicalTurn]>([
    ['text stays', assistant(text('Here: '), ofResponse()), assistant(text('Here: '))],
    ['calls stay', assistant(ofResponse(), call('a')), assistant(call('a'))],
    ['a turn of an image alone names it', assistant(ofResponse()), assistant(leftOut)],
    [
      'reasoning is no content',
      assistant(thought('Hm', 's'), redacted('x'), ofResponse()),
      assistant(thought('Hm', 's'), redacted('x'), leftOut),
    ],
    [
      'text behind reasoning is',
      assistant(thought('Hm'), text('Here: '), ofResponse()),
      assistant(thought('Hm'), text('Here: ')),
    ],
  ])('%s', (_case, turn, expected) => {
    const others = [user(text('q'), image), assistant(thought('Hm')), assistant()];
    const turns = withoutAnswerImages([...others, turn]);
    expect(turns).toEqual([...others, expected]);
    for (const [index, other] of others.entries()) expect(turns[index]).toBe(other);
  });

  test('are the given ones if there are none', () => {
    const turns = [user(image), assistant(text('a'))];
    expect(withoutAnswerImages(turns)).toBe(turns);
  });
});
