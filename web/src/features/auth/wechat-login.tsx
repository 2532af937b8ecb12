import { useTranslation } from 'react-i18next';
import type { HumanCheck } from './third-party/use-human-check';
import { WechatDialog } from './third-party/wechat-dialog';
import { useWechatLogin } from './use-wechat-login';

export function WechatLogin({ human, onClose }: { human: HumanCheck; onClose: () => void }) {
  const { t } = useTranslation();
  const login = useWechatLogin();
  return (
    <WechatDialog
      title={t('authPages.third.wechatTitle')}
      action={t('auth.submit')}
      pending={login.pending}
      onSubmit={(code) => {
        if (human.passed()) void login.run(code);
      }}
      onClose={onClose}
    />
  );
}
