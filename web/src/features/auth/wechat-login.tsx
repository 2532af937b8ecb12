import type { SecondStepResponse } from '#contract/resources/accounts/second-factor';
import { useTranslation } from 'react-i18next';
import type { HumanCheck } from './third-party/use-human-check';
import { WechatDialog } from './third-party/wechat-dialog';
import { get, withQuery } from '../../lib/api/api';
import { useAction } from '../../lib/interaction/use-action';
import { type SignedInUser, useSignIn } from './use-sign-in';

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

function useWechatLogin() {
  const signIn = useSignIn();
  return useAction(
    (code: string) => get<SignedInUser | SecondStepResponse>(withQuery('/api/oauth/wechat', { code })),
    (user) => signIn(user, '/'),
  );
}
