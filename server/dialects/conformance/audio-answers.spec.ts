import fc from 'fast-check';
import { speechRequestOf, transcriptionForm } from '../../../test/dialects/audio-requests.js';
import { providerOf } from '../../../test/dialects/provider-calls.js';
import { UpstreamError } from '../canonical/failure.js';
import { inputTotal } from '../canonical/usage.js';
import type { OperationRequest } from '../operations/operation.js';
import type { OperationAnswer } from '../kit/provider.js';
import { seededRuns } from '../../../test/setup/properties.js';

/** ElevenLabs, Deepgram, AssemblyAI and Azure Speech. */
const TYPES = [1120, 1121, 1122, 1123];
const FORMATS = ['json', 'text', 'srt', 'vtt', 'verbose_json', 'diarized_json'];

/** Members that transcripts have, with any values. */
const anything = fc.jsonValue();
const word = fc.record(
  {
    text: anything,
    word: anything,
    start: anything,
    end: anything,
    speaker: anything,
    type: anything,
    offsetMilliseconds: anything,
    durationMilliseconds: anything,
  },
  { requiredKeys: [] },
);
const words = fc.oneof(anything, fc.array(word));
const transcript = fc.record(
  {
    text: fc.oneof(fc.string(), anything),
    words,
    status: fc.constantFrom('completed', 'error', 'queued'),
    audio_duration: fc.oneof(fc.double(), anything),
    audio_duration_secs: fc.oneof(fc.double(), anything),
    durationMilliseconds: fc.oneof(fc.double(), anything),
    language_code: anything,
    combinedPhrases: fc.oneof(anything, fc.array(fc.record({ text: anything }))),
    phrases: fc.oneof(
      anything,
      fc.array(fc.record({ words, text: anything, locale: anything, speaker: anything })),
    ),
    metadata: fc.record({ duration: fc.oneof(fc.double(), anything) }),
    results: fc.record({
      channels: fc.tuple(
        fc.record({
          alternatives: fc.tuple(fc.record({ transcript: fc.string(), words })),
          detected_language: anything,
        }),
      ),
    }),
  },
  { requiredKeys: [] },
);

/** The answer, or undefined if the response was refused; anything else is a defect. */
function read(
  answer: (body: unknown, request: OperationRequest) => OperationAnswer,
  body: unknown,
  request: OperationRequest,
): OperationAnswer | undefined {
  try {
    return answer(body, request);
  } catch (problem) {
    if (problem instanceof UpstreamError) return undefined;
    throw problem;
  }
}

test.each(TYPES)('type %d: any response is a transcript with plausible usage, or an error', (type) => {
  const codec = providerOf(type).operations!.transcription!;
  fc.assert(
    fc.property(fc.oneof(anything, transcript), fc.constantFrom(...FORMATS), (body, response_format) => {
      const request = transcriptionForm({
        response_format,
        'timestamp_granularities[]': ['word', 'segment'],
      });
      const answer = read(codec.answer!, body, request);
      if (!answer) return;
      const tokens = answer.usage ? inputTotal(answer.usage) : 0;
      expect(Number.isSafeInteger(tokens) && tokens >= 0).toBe(true);
      expect(answer.body ?? answer.media).toBeDefined();
    }),
    seededRuns(100),
  );
});

test.each([1120, 1121, 1123])('type %d: JSON is never speech', (type) => {
  const codec = providerOf(type).operations!.speech!;
  fc.assert(
    fc.property(anything, (body) => {
      expect(read(codec.answer!, body, speechRequestOf({}))).toBeUndefined();
    }),
  );
});
