import { table } from '../../kit/table.js';
import type { Target } from '../../kit/provider.js';

/** Addresses of a region, of any service: `eastus.api.cognitive.microsoft.com`, `chinaeast2.tts.speech.azure.cn`. */
const REGIONAL =
  /^https:\/\/([a-z0-9]+)\.(?:api\.cognitive|tts\.speech|stt\.speech)\.(?:microsoft|azure)\.(com|cn|us)$/;
/** Domains of the services by cloud: https://learn.microsoft.com/azure/ai-services/speech-service/sovereign-clouds */
const SPEECH_DOMAINS = table({ com: 'microsoft.com', cn: 'azure.cn', us: 'azure.us' });
const TRANSCRIPTION_DOMAINS = table({ com: 'microsoft.com', cn: 'azure.cn', us: 'microsoft.us' });
/** Resources with a name of their own have all services on one host. */
const NAMED = /^https:\/\/[\w-]+\.(?:cognitiveservices|services\.ai)\.azure\.(?:com|cn|us)$/;

/**
 * Address of speech synthesis. Other addresses, such as proxies, have its path of regional hosts.
 * https://learn.microsoft.com/azure/ai-services/speech-service/rest-text-to-speech
 */
export function speechUrl({ baseUrl }: Pick<Target, 'baseUrl'>): string {
  const path = '/cognitiveservices/v1';
  const [, region, cloud = ''] = REGIONAL.exec(baseUrl) ?? [];
  if (region !== undefined) return `https://${region}.tts.speech.${SPEECH_DOMAINS[cloud]}${path}`;
  return `${baseUrl}${NAMED.test(baseUrl) ? '/tts' : ''}${path}`;
}

/** Address of fast transcription: https://learn.microsoft.com/azure/ai-services/speech-service/fast-transcription-create */
export function transcriptionUrl({ baseUrl }: Pick<Target, 'baseUrl'>): string {
  const path = '/speechtotext/transcriptions:transcribe?api-version=2025-10-15';
  const [, region, cloud = ''] = REGIONAL.exec(baseUrl) ?? [];
  if (region === undefined) return baseUrl + path;
  return `https://${region}.api.cognitive.${TRANSCRIPTION_DOMAINS[cloud]}${path}`;
}

export function speechHeaders({ key }: Pick<Target, 'key'>): Record<string, string> {
  return { 'ocp-apim-subscription-key': key };
}
