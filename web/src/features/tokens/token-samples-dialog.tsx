import { useTranslation } from 'react-i18next';
import type { TokenResponse } from '#contract/resources/token';
import { useIsPhone } from '../../lib/browser/use-is-phone';
import { Modal } from '../../ui/dialog/modal';
import { TokenSamples } from './token-samples';
import { useTokenSample } from './use-token-sample';

/** Sample requests with this token. */
export function TokenSamplesDialog({ token, onClose }: { token: TokenResponse; onClose: () => void }) {
  const { t } = useTranslation();
  const phone = useIsPhone();
  const sample = useTokenSample(token);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('token.samplesOf', { name: token.name })}
      size="lg"
      fullScreen={phone}
    >
      <TokenSamples token={token} sample={sample} />
    </Modal>
  );
}
