import { call } from '../../../lib/api/api';
import type { RecogniseKeyRequest, RecogniseKeyResponse } from '#contract/resources/channels/key-recognition';
import { nameOf } from './key-candidates';
import type { Recognised } from './key-recognition';
import type { ChannelTypes } from '../use-channel-types';

/**
 * Finds the provider of a key whose form only one provider has: the key is sent to no provider.
 * @param onFound not called if the provider is not certain, or if the server could not be asked: the user chooses it then
 */
export function useKeyOwner(types: ChannelTypes, onFound: (recognised: Recognised) => void) {
  async function find(pasted: string) {
    const key = pasted.trim();
    if (key === '') return;
    const body: RecogniseKeyRequest = { key, base_url: '', probe: false };
    const { data } = await call<RecogniseKeyResponse>('POST', '/api/channel/recognise', { body });
    const [only, other] = data.candidates;
    if (only?.certainty !== 'certain' || other !== undefined) return;
    onFound({ candidate: only, name: nameOf(only, types), key });
  }
  return { find: (pasted: string) => void find(pasted).catch(() => undefined) };
}
