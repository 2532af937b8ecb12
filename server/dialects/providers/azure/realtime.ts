import { realtimeReaders, sessionQuery, socketUrl } from '../../kit/openai/realtime.js';
import type { RealtimeCodec } from '../../kit/provider.js';
import { apiVersionOf, deploymentOf, usesV1 } from './address.js';

/**
 * OpenAI's Realtime API on Azure: by deployment and version, or on the v1 API if the channel's `other` selects it
 * (https://learn.microsoft.com/azure/ai-services/openai/realtime-audio-reference).
 */
export const azureRealtime: RealtimeCodec = {
  open(target, offered) {
    const { baseUrl, other, key } = target;
    const call = { headers: { 'api-key': key }, subprotocols: offered.slice(0, 1) };
    if (usesV1(target)) {
      const parameters = sessionQuery(target, 'model');
      if (other === 'preview') parameters.set('api-version', other);
      return { ...call, url: socketUrl(`${baseUrl}/openai/v1/realtime`, parameters) };
    }
    const model = deploymentOf(target, target.model);
    const parameters = sessionQuery({ ...target, model }, 'deployment');
    if (!parameters.get('api-version')) parameters.set('api-version', apiVersionOf(target));
    return { ...call, url: socketUrl(`${baseUrl}/openai/realtime`, parameters) };
  },
  ...realtimeReaders,
};
