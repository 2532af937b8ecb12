import { get, withQuery } from '../../lib/api';
import { useAction } from '../../lib/use-action';
import type { SessionUser } from '../../lib/session';
import { useSignIn } from './use-sign-in';

export function useWechatLogin() {
  const signIn = useSignIn();
  return useAction(
    (code: string) => get<SessionUser>(withQuery('/api/oauth/wechat', { code })),
    (user) => signIn(user, '/'),
  );
}
