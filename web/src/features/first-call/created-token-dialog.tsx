import { isMaskedKey } from '#contract/masked-key';
import type { TokenResponse } from '#contract/resources/token';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '../../lib/browser/use-is-phone';
import { Modal } from '../../ui/dialog/modal';
import classes from './first-call.module.css';
import { KeyOnce } from '../tokens/keys/key-once';
import { FirstRequest } from './first-request';
import { NoBalance } from './no-balance';

/** After a token was created: samples with its key, and the first request that is made with it. */
export function CreatedTokenDialog({ token, onClose }: { token: TokenResponse; onClose: () => void }) {
  const { t } = useTranslation();
  const phone = useIsPhone();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('firstCall.tokenCreated', { name: token.name })}
      size="lg"
      fullScreen={phone}
    >
      {!isMaskedKey(token.key) && <KeyOnce token={token} />}
      <NoBalance />
      <ol className={classes.facts}>
        <FirstRequest token={token} onAnswered={async () => undefined} />
      </ol>
    </Modal>
  );
}
