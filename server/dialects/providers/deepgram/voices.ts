import { table } from '../../kit/table.js';
import { notSupported } from '../../operations/operation.js';

/** English voices for the names of OpenAI's voices: https://developers.deepgram.com/docs/tts-models */
const FOR_OPENAI = {
  'aura-2': table({
    alloy: 'thalia',
    ash: 'apollo',
    ballad: 'arcas',
    cedar: 'zeus',
    coral: 'andromeda',
    echo: 'aries',
    fable: 'draco',
    marin: 'helena',
    nova: 'asteria',
    onyx: 'odysseus',
    sage: 'athena',
    shimmer: 'luna',
    verse: 'orpheus',
  }),
  aura: table({
    alloy: 'asteria',
    ash: 'arcas',
    ballad: 'perseus',
    cedar: 'zeus',
    coral: 'luna',
    echo: 'orion',
    fable: 'helios',
    marin: 'hera',
    nova: 'stella',
    onyx: 'angus',
    sage: 'athena',
    shimmer: 'luna',
    verse: 'orpheus',
  }),
};
const DEFAULT_VOICE = 'alloy';
/** The generation of complete names; those of the first have none. */
const GENERATION = /^aura-(\d+)(?:-|$)/;

const SPANISH = 'alvaro aquila carina celeste diana estrella javier nestor selena sirio'.split(' ');

/**
 * Deepgram's name of a model contains its voice (`aura-2-thalia-en`). Such a model is used as it is; for the families `aura-2`
 * and `aura` the voice is OpenAI's name, a name with or without its language (`thalia`, `thalia-en`), or a complete name.
 * @throws ApiError convert_request_failed for voices of another family, whose price differs
 */
export function voiceModel(model: string, voice: string): string {
  const family = model === 'aura-1' ? 'aura' : model;
  if (family !== 'aura-2' && family !== 'aura') return model;
  const name = voiceName(family, voice.toLowerCase() || DEFAULT_VOICE);
  const [, generation = '1'] = GENERATION.exec(name) ?? [];
  if (generation !== (family === 'aura-2' ? '2' : '1'))
    throw notSupported(`voice ${voice}: not supported by ${model}`);
  return name;
}

function voiceName(family: keyof typeof FOR_OPENAI, voice: string): string {
  if (voice.startsWith('aura-')) return voice;
  const name = FOR_OPENAI[family][voice] ?? voice;
  if (/-[a-z]{2}$/.test(name)) return `${family}-${name}`;
  const language = family === 'aura-2' && SPANISH.includes(name) ? 'es' : 'en';
  return `${family}-${name}-${language}`;
}
