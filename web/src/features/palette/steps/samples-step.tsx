import type { TokenResponse } from '#contract/resources/token';
import { useEffect } from 'react';
import { toast } from '../../../lib/interaction/toast';
import { messageOf } from '../../../lib/interaction/use-action';
import { useEditedRow } from '../../../lib/list/use-edited-row';
import { TokenSamplesDialog } from '../../tokens/token-samples-dialog';

/** Code for one of the user's own tokens, in place of the palette. */
export function SamplesStep({ tokenId, onClose }: { tokenId: number; onClose: () => void }) {
  const { data: token, error } = useEditedRow<TokenResponse>(`/api/token/${tokenId}`);
  useEffect(() => {
    if (error === undefined) return;
    toast.error(messageOf(error));
    onClose();
  }, [error, onClose]);
  return token && <TokenSamplesDialog token={token} onClose={onClose} />;
}
