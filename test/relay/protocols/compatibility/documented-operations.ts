import { capabilitiesOf, definitions } from '../../../../server/dialects/providers/registry.js';
import type { OperationName } from '../../../../server/dialects/operations/operation.js';

/** What a provider documents and its channel does not serve. */
interface Unserved {
  /** `ProviderDefinition.id` */
  readonly channel: string;
  readonly operation: OperationName | 'video';
  /** What is missing of an operation that the channel serves otherwise. Absent: the channel lacks the operation. */
  readonly part?: string;
  readonly link: string;
}

const UNSERVED: readonly Unserved[] = [
  {
    channel: 'ali',
    operation: 'speech',
    part: 'CosyVoice and Qwen-Audio-TTS, over WebSocket',
    link: 'https://www.alibabacloud.com/help/en/model-studio/realtime-websocket-qwen-audio-tts/',
  },
  {
    channel: 'ali',
    operation: 'transcription',
    part: 'Paraformer and Fun-ASR, which fetch files from addresses',
    link: 'https://www.alibabacloud.com/help/en/model-studio/fun-asr-recorded-speech-recognition-api-reference',
  },
  {
    channel: 'aws',
    operation: 'image-generation',
    link: 'https://docs.aws.amazon.com/bedrock/latest/userguide/titan-image-models.html',
  },
  {
    channel: 'cloudflare',
    operation: 'speech',
    link: 'https://developers.cloudflare.com/workers-ai/models/',
  },
  {
    channel: 'fireworks',
    operation: 'transcription',
    link: 'https://docs.fireworks.ai/api-reference/audio-transcriptions',
  },
  { channel: 'groq', operation: 'speech', link: 'https://console.groq.com/docs/text-to-speech' },
  {
    channel: 'minimax',
    operation: 'speech',
    part: 'as events',
    link: 'https://platform.minimax.io/docs/api-reference/speech-t2a-http',
  },
  {
    channel: 'mistral',
    operation: 'speech',
    part: 'as events',
    link: 'https://docs.mistral.ai/api/endpoint/audio/speech',
  },
  {
    channel: 'siliconflow',
    operation: 'image-edit',
    link: 'https://docs.siliconflow.cn/cn/api-reference/images/images-generations',
  },
  {
    channel: 'volcengine',
    operation: 'image-edit',
    part: 'groups of images',
    link: 'https://www.volcengine.com/docs/82379/1541523',
  },
  {
    channel: 'volcengine',
    operation: 'embeddings',
    part: 'of images and videos',
    link: 'https://www.volcengine.com/docs/82379/1523520',
  },
  {
    channel: 'xai',
    operation: 'transcription',
    link: 'https://docs.x.ai/developers/rest-api-reference/inference/voice',
  },
  {
    channel: 'xai',
    operation: 'video',
    part: 'edits and extensions of videos',
    link: 'https://docs.x.ai/developers/model-capabilities/video',
  },
];

/** The list as lines of the page. @throws Error for an operation that the channel serves, and for unknown channels */
export function documentedOperations(): string {
  const lines = UNSERVED.map(({ channel, operation, part, link }) => {
    const definition = definitions.find(({ id }) => id === channel);
    if (!definition) throw new Error(`no channel is called ${channel}`);
    if (part === undefined && capabilitiesOf(definition).some((name) => name === operation))
      throw new Error(`${channel} serves ${operation}: take it off the list`);
    return `- ${channel} (${definition.type}): ${operation}${part === undefined ? '' : `, ${part}`} ([documents](${link}))`;
  });
  return `Documented by the provider, and not served:\n\n${lines.join('\n')}`;
}
