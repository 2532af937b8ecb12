import { table } from '../../kit/table.js';
import { notSupported } from '../../operations/operation.js';

/** Voices that every account has: https://elevenlabs.io/docs/capabilities/voices#default-voices */
const DEFAULT_VOICES = table({
  alice: 'Xb7hH8MSUJpSbSDYk0k2',
  bill: 'pqHfZKP75CvOlQylNhV4',
  brian: 'nPczCjzI2devNBz1zQrb',
  callum: 'N2lVS1w4EtoT3dr4eOWO',
  charlie: 'IKne3meq5aSn9XLyUdCD',
  chris: 'iP95p4xoKVk53GoZ742B',
  daniel: 'onwK4e9ZLuTAKqWW03F9',
  eric: 'cjVigY5qzO86Huf0OWal',
  george: 'JBFqnCBsd6RMkjVDRZzb',
  jessica: 'cgSgspJ2msm6clMCkdW9',
  laura: 'FGY2WhTYpPnrIDTdsKH5',
  liam: 'TX3LPaxmHKxFdv7VOQHJ',
  lily: 'pFZP5JQG7iQjIQuC4Bku',
  matilda: 'XrExE9yKIg1WjnnlVkGX',
  river: 'SAz9YHcvj6GT2YYXdXww',
  roger: 'CwhRBWXzGAHq8TQ4Fs17',
  sarah: 'EXAVITQu4vr4xnSDxMaL',
  will: 'bIHbv24MWmeRgasZH58o',
});

/** Default voices for the names of OpenAI's voices, by gender and age. */
const FOR_OPENAI = table<string>({
  alloy: 'river',
  ash: 'will',
  ballad: 'callum',
  cedar: 'bill',
  coral: 'laura',
  echo: 'chris',
  fable: 'george',
  marin: 'matilda',
  nova: 'sarah',
  onyx: 'brian',
  sage: 'alice',
  shimmer: 'jessica',
  verse: 'liam',
});

/**
 * Id of a voice given by OpenAI's name, by the name of a default voice, or by its id. Without one, a default voice.
 * @throws ApiError convert_request_failed for dots, which are not names in the path of a URL
 */
export function voiceId(voice: string): string {
  const name = voice.toLowerCase();
  const id = DEFAULT_VOICES[FOR_OPENAI[name] ?? name] ?? (voice || DEFAULT_VOICES.george!);
  if (/^\.+$/.test(id)) throw notSupported('voice: not the id of a voice');
  return id;
}
