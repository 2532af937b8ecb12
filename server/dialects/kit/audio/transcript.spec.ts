import { transcriptionForm } from '../../../../test/dialects/audio-requests.js';
import { transcriptAnswer, type Transcript } from './transcript.js';
import { segmentsOf, type TranscriptWord } from './transcript-segments.js';

/** Words of 0.2 s that follow each other every 0.3 s. */
const spoken = (...words: string[]): TranscriptWord[] =>
  words.map((text, index) => ({ text, start: index * 0.3, end: index * 0.3 + 0.2 }));
const texts = (transcript: string, words: readonly TranscriptWord[]) =>
  segmentsOf(transcript, words).map(({ text }) => text);

describe('segments', () => {
  test.each([
    ['One two. Three four', ['One two.', 'Three four']],
    ['Is it? Yes! “Fine.” So…', ['Is it?', 'Yes!', '“Fine.”', 'So…']],
  ])('end with a sentence: %s', (transcript, expected) => {
    expect(texts(transcript, spoken(...transcript.split(' ')))).toEqual(expected);
  });

  test('keep the text of languages without spaces', () => {
    expect(texts('你好。世界', spoken('你', '好。', '世', '界'))).toEqual(['你好。', '世界']);
  });

  test('end with a pause and a change of the speaker', () => {
    const [one, two, three, four] = spoken('a', 'b', 'c', 'd') as [
      TranscriptWord,
      TranscriptWord,
      TranscriptWord,
      TranscriptWord,
    ];
    const words = [
      { ...one, speaker: '0' },
      { ...two, speaker: '1' },
      { ...three, speaker: '1' },
      { ...four, start: 2, end: 2.5, speaker: '1' },
    ];
    expect(segmentsOf('a b c d', words)).toEqual([
      { text: 'a', start: 0, end: 0.2, speaker: '0' },
      { text: 'b c', start: 0.3, end: 0.8, speaker: '1' },
      { text: 'd', start: 2, end: 2.5, speaker: '1' },
    ]);
  });

  test('are not longer than a subtitle, in seconds and in characters', () => {
    const many = spoken(...Array.from({ length: 60 }, () => 'ab'));
    const short = segmentsOf(many.map(({ text }) => text).join(' '), many);
    expect(Math.max(...short.map(({ start, end }) => end - start))).toBeLessThanOrEqual(7);
    const long = spoken(...Array.from({ length: 12 }, () => 'a'.repeat(20)));
    for (const text of texts(long.map((word) => word.text).join(' '), long))
      expect(text.length).toBeLessThanOrEqual(84);
  });

  test('words that the transcript spells otherwise are joined', () => {
    expect(texts('$5 please', spoken('five', 'dollars', 'please'))).toEqual(['five dollars please']);
  });
});

describe('formats', () => {
  const transcript: Transcript = {
    text: 'Hello.',
    words: [{ text: 'Hello.', start: 3661.0009, end: 3723.5 }],
    duration: 3724.2,
    language: 'fr-CA',
  };
  const answered = (fields: Record<string, string | string[]>, overrides: Partial<Transcript> = {}) =>
    transcriptAnswer({ ...transcript, ...overrides }, transcriptionForm(fields));

  test('times of subtitles', () => {
    expect(answered({ response_format: 'srt' }).media?.bytes.toString()).toBe(
      '1\n01:01:01,001 --> 01:02:03,500\nHello.\n\n',
    );
    expect(answered({ response_format: 'vtt' }).media?.bytes.toString()).toBe(
      'WEBVTT\n\n01:01:01.001 --> 01:02:03.500\nHello.\n\n',
    );
  });

  test('texts of subtitles have no empty lines and no arrows', () => {
    const transcription = { words: [], text: ' One\r\n\r\ntwo --> three\n', duration: 2 };
    expect(answered({ response_format: 'srt' }, transcription).media?.bytes.toString()).toBe(
      '1\n00:00:00,000 --> 00:00:02,000\nOne\ntwo -> three\n\n',
    );
    expect(answered({ response_format: 'vtt' }, transcription).media?.bytes.toString()).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nOne\ntwo -> three\n\n',
    );
  });

  test('without words, the transcript is one segment', () => {
    expect(answered({ response_format: 'verbose_json' }, { words: [] }).body).toMatchObject({
      segments: [{ id: 0, start: 0, end: 3724.2, text: 'Hello.' }],
    });
    expect(answered({ response_format: 'verbose_json' }, { words: [], text: '' }).body).toMatchObject({
      segments: [],
    });
  });

  test.each([
    ['fr-CA', 'french'],
    ['eng', 'english'],
    ['en_us', 'english'],
    ['cmn', 'chinese'],
    ['', ''],
    ['xx-yy', 'xx'],
    ['multi', 'multi'],
  ])('language %s is called %s', (language, name) => {
    expect(answered({ response_format: 'verbose_json' }, { language }).body).toMatchObject({
      language: name,
    });
  });

  test.each<[string | string[] | undefined, string[]]>([
    [undefined, ['segments']],
    ['segment', ['segments']],
    ['word', ['words']],
    [
      ['word', 'segment'],
      ['segments', 'words'],
    ],
  ])('granularities %j', (granularities, members) => {
    const fields = {
      response_format: 'verbose_json',
      ...(granularities && { 'timestamp_granularities[]': granularities }),
    };
    const names = Object.keys(answered(fields).body ?? {}).filter((name) =>
      ['segments', 'words'].includes(name),
    );
    expect(names.sort()).toEqual(members);
  });

  test('many speakers', () => {
    const words = Array.from({ length: 28 }, (_, index) => ({
      text: `w${index}`,
      start: index,
      end: index + 0.5,
      speaker: `speaker_${index}`,
    }));
    const text = words.map((word) => word.text).join(' ');
    const { segments } = answered({ response_format: 'diarized_json' }, { words, text }).body as {
      segments: { speaker: string }[];
    };
    expect(segments.map(({ speaker }) => speaker).join(' ')).toMatch(/^A B C .* Y Z AA AB$/);
  });

  test('the operator’s tokens per minute', () => {
    const request = { ...transcriptionForm(), audioTokensPerMinute: 60 };
    expect(transcriptAnswer({ ...transcript, duration: 59.1 }, request).usage?.input).toBe(60);
  });
});
