import { call, withQuery } from '../../lib/api/api';
import type { SessionUser } from '../../lib/api/session';
import { useAction } from '../../lib/interaction/use-action';
import type { HumanCheck } from './third-party/use-human-check';
import { useSignIn } from './use-sign-in';

export interface Credentials {
  username: string;
  password: string;
}

export function useLogin(human: HumanCheck) {
  const signIn = useSignIn();
  const login = useAction(
    (credentials: Credentials) =>
      call<SessionUser>('POST', withQuery('/api/user/login', { turnstile: human.token }), {
        body: credentials,
      }),
    ({ data }) => signIn(data, '/token'),
  );

  async function run(credentials: Credentials) {
    if (!(await login.run(credentials))) human.reset();
  }

  return { run, pending: login.pending };
}
