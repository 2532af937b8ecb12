import type { UpdateSettingRequest } from '#contract/resources/notification-channel';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import useSWR from 'swr';
import { call, get, withQuery } from '../../lib/api/api';
import { copyText } from '../../lib/browser/clipboard';
import { session } from '../../lib/api/session';
import { toast } from '../../lib/interaction/toast';
import { useAction } from '../../lib/interaction/use-action';
import { useSelf } from '../../lib/api/use-self';

export interface PasswordChange {
  password: string;
  original_password?: string;
}

/** An empty password is omitted: the server accepts a recent sign-in instead. */
function passwordMember(password: string): { original_password?: string } {
  return password ? { original_password: password } : {};
}

/** The signed-in user's account and the actions on it. */
export function usePersonal() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { self, error, refresh } = useSelf();
  const models = useSWR('/api/user/models', (path: string) => get<string[]>(path));
  const inviteCode = useSWR('/api/user/aff', (path: string) => get<string>(path), {
    revalidateOnFocus: false,
  });

  async function updated(message: string): Promise<void> {
    toast.success(message);
    await refresh();
  }

  return {
    self,
    error,
    refresh,
    models: models.data,
    inviteCode: inviteCode.data,
    changePassword: useAction(
      (change: PasswordChange) => call<null>('PUT', '/api/user/self', { body: change }),
      () => updated(t('personal.saved')),
    ),
    transfer: useAction(
      (quota: number) => call<null>('POST', '/api/user/aff_transfer', { body: { quota } }),
      () => updated(t('personalPage.invite.done')),
    ),
    bindEmail: useAction(
      (email: string, code: string, password: string) =>
        call<null>('POST', '/api/oauth/email/bind', { body: { email, code, ...passwordMember(password) } }),
      () => updated(t('personalPage.bindings.emailDone')),
    ),
    bindWechat: useAction(
      (code: string) => get<null>(withQuery('/api/oauth/wechat/bind', { code })),
      () => updated(t('personalPage.bindings.wechatDone')),
    ),
    saveSetting: useAction(
      (setting: UpdateSettingRequest) => call<null>('PUT', '/api/user/setting', { body: setting }),
      () => updated(t('personalPage.setting.saved')),
    ),
    testNotice: useAction(
      () => call<null>('POST', '/api/user/setting/test'),
      () => toast.success(t('personalPage.setting.tested')),
    ),
    remove: useAction(
      (password: string) =>
        call<null>('DELETE', '/api/user/self', password ? { body: passwordMember(password) } : {}),
      async () => {
        // First, because the server no longer accepts this session and further requests would fail.
        session.signOut();
        toast.success(t('personalPage.security.removed'));
        await navigate('/login');
        await get<null>('/api/user/logout');
      },
    ),
  };
}

export type Personal = ReturnType<typeof usePersonal>;

/** Creates a new access token, which the server returns only once. */
export function useAccessToken(onMade: (token: string) => void) {
  const { t } = useTranslation();
  return useAction(
    () => get<string>('/api/user/token'),
    async (token) => {
      onMade(token);
      await copyText(token, t('personalPage.security.tokenDone'));
    },
  );
}
