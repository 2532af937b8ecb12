import { get, withQuery } from '../../lib/api/api';
import { useAction } from '../../lib/interaction/use-action';
import type { SessionUser } from '../../lib/api/session';
import { useSignIn } from './use-sign-in';

export function useWechatLogin() {
  const signIn = useSignIn();
  return useAction(
    (code: string) => get<SessionUser>(withQuery('/api/oauth/wechat', { code })),
    (user) => signIn(user, '/'),
  );
}
