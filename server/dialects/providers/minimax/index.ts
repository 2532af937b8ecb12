import { table } from '../../kit/table.js';
import { UpstreamError } from '../../canonical/failure.js';
import { count, isRecord, list, record, text } from '../../json/lenient.js';
import { notSupported } from '../../operations/operation.js';
import { minimaxEmbeddings } from './embeddings.js';
import { withError } from './errors.js';
import { minimaxImages } from './images.js';
import { minimaxVideos } from './videos.js';
import { defineProvider } from '../../kit/define-provider.js';
import { openAICompatible, type OpenAICompatibleOptions } from '../../kit/openai/openai-compatible.js';
import { passedJson, parsedAnswer } from '../../kit/openai/operations/operations.js';
import { invalidResponse } from '../../kit/provider-error.js';
import {
  charactersOf,
  characterUsage,
  requireLength,
  requireSpeed,
  speechRequest,
} from '../../kit/audio/speech-request.js';

const SPEECH = '/v1/audio/speech';
/** Content type by supported audio format. */
const types = table<string>({
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  pcm: 'audio/pcm',
});
/** Voices of the system (https://platform.minimaxi.com/docs/faq/system-voice-id) for the names of OpenAI's voices. */
const VOICES = table<string>({
  alloy: 'male-qn-qingse',
  ash: 'male-qn-jingying',
  ballad: 'male-qn-daxuesheng',
  cedar: 'male-qn-badao',
  coral: 'female-tianmei',
  echo: 'male-qn-jingying',
  fable: 'female-shaonv',
  marin: 'female-chengshu',
  nova: 'female-yujie',
  onyx: 'male-qn-badao',
  sage: 'female-chengshu',
  shimmer: 'female-tianmei',
  verse: 'male-qn-qingse',
});
/** Characters of a text. */
const MAX_LENGTH = 9999;

/** https://platform.minimaxi.com/document/ChatCompletion_v2: every error is sent with status 200. */
const options: OpenAICompatibleOptions = {
  models: false,
  modelsAccept: [
    {
      // M2 always thinks, and from M3.1 on a request that disables thinking is rejected.
      models: /^minimax-m3(?!\.)/i,
      rules: {
        thinkingSwitch: {
          form: 'type',
          source: 'https://java.agentscope.io/v2/en/integration/model/minimax',
        },
      },
    },
  ],
  url: (path, { baseUrl }) => baseUrl + (path === SPEECH ? '/v1/t2a_v2' : '/v1/text/chatcompletion_v2'),
  change: (members, model) => {
    // Old models expect the schema of a tool as JSON text.
    if (!model.startsWith('abab')) return {};
    const tools = members.value('tools');
    return Array.isArray(tools) ? { tools: tools.map(withTextSchema) } : {};
  },
  normalize: (body, streamed) => {
    const failed = withError(body);
    // The last event of a stream repeats the whole response, so it becomes an empty chunk.
    if (!streamed || failed.object !== 'chat.completion') return failed;
    return {
      ...failed,
      object: 'chat.completion.chunk',
      choices: list(failed.choices).map((choice) => ({ ...record(choice), message: undefined, delta: {} })),
    };
  },
  normalizeIfContains: ['"object":"chat.completion"', '"object": "chat.completion"'],
};

export default defineProvider({
  type: 35,
  id: 'minimax',
  name: { en: 'MiniMax', zh: 'MiniMax' },
  synonyms: ['Hailuo', 'abab', '海螺'],
  color: 'green',
  baseUrl: 'https://api.minimax.chat',
  keys: [
    {
      prefix: 'sk-api-',
      certainty: 'certain',
      baseUrls: ['https://api.minimax.chat', 'https://api.minimax.io'],
    },
    {
      prefix: 'sk-cp-',
      certainty: 'certain',
      baseUrls: ['https://api.minimax.chat', 'https://api.minimax.io'],
    },
  ],
  models: [
    'abab6.5-chat',
    'abab6.5s-chat',
    'abab6-chat',
    'abab5.5-chat',
    'abab5.5s-chat',
    'image-01',
    'embo-01',
  ],
  form: {
    baseUrls: [
      {
        label: { en: 'International, also its token plan', zh: '国际站（含 Token 套餐）' },
        url: 'https://api.minimax.io',
      },
    ],
  },
  api: openAICompatible({
    ...options,
    videos: minimaxVideos,
    operations: {
      ...minimaxImages,
      embeddings: minimaxEmbeddings,
      // https://platform.minimaxi.com/document/T2A%20V2: the audio is hex-encoded inside JSON.
      speech: {
        request(request, target) {
          // The model takes the manner from the text.
          const requested = speechRequest({
            ...request,
            fields: { ...request.fields, instructions: undefined },
          });
          const { input, voice, format } = requested;
          if (request.stream) throw notSupported('stream_format sse: not supported by this model');
          if (types[format] === undefined)
            throw notSupported(`response_format ${format}: not supported by this model`);
          requireSpeed(requested, 0.5, 2);
          requireLength(requested, MAX_LENGTH);
          return passedJson(request, target, SPEECH, options, {
            input: undefined,
            voice: undefined,
            speed: undefined,
            instructions: undefined,
            response_format: undefined,
            text: input,
            stream: false,
            output_format: 'hex',
            voice_setting: {
              voice_id: VOICES[voice.toLowerCase() || 'alloy'] ?? voice,
              speed: request.fields.speed,
            },
            audio_setting: { format },
          });
        },
        // A Chinese character counts as two: https://platform.minimaxi.com/document/T2A%20V2
        estimate: (request) => {
          const input = text(request.fields.input);
          const chinese = input.match(/\p{Script=Han}/gu)?.length ?? 0;
          return characterUsage(request, charactersOf(input) + chinese);
        },
        answer(body, request) {
          const { fields } = request;
          const { data, extra_info: extra } = parsedAnswer(withError(record(body)));
          const bytes = Buffer.from(text(record(data).audio), 'hex');
          if (bytes.length === 0) throw new UpstreamError(invalidResponse('the answer has no sound'));
          const characters = count(record(extra).usage_characters);
          return {
            usage: characters === undefined ? undefined : characterUsage(request, characters),
            media: { contentType: types[text(fields.response_format) || 'mp3'] ?? 'audio/mpeg', bytes },
          };
        },
      },
    },
  }),
});

function withTextSchema(tool: unknown): unknown {
  const { function: called, ...rest } = record(tool);
  const { parameters } = record(called);
  return isRecord(parameters)
    ? { ...rest, function: { ...record(called), parameters: JSON.stringify(parameters) } }
    : tool;
}
