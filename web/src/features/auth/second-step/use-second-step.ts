import { FACTOR_METHODS, type FactorMethod } from '#contract/second-factor-terms';
import type { PasskeyAssertion, PasskeyOptionsResponse } from '#contract/resources/accounts/second-factor';
import { useNavigate } from 'react-router-dom';
import { ApiError, call } from '../../../lib/api/api';
import { provePasskey } from '../../../lib/browser/passkeys';
import { useAction } from '../../../lib/interaction/use-action';
import { type SignedInUser, useSignIn } from '../use-sign-in';

/** A sign-in that waits for its second step, as in the state of the sign-in page's location. */
export interface PendingStep {
  readonly methods: readonly FactorMethod[];
  /** Where to go afterwards, unless another page was requested. */
  readonly otherwise: '/token' | '/';
}

/** Of the location state of the sign-in page; undefined for the first step. */
export function pendingStep(state: unknown): PendingStep | undefined {
  if (typeof state !== 'object' || state === null || !('secondStep' in state)) return undefined;
  const { secondStep } = state;
  if (typeof secondStep !== 'object' || secondStep === null || !('methods' in secondStep)) return undefined;
  const listed: unknown[] = Array.isArray(secondStep.methods) ? secondStep.methods : [];
  const methods = FACTOR_METHODS.filter((method) => listed.includes(method));
  if (methods.length === 0) return undefined;
  return { methods, otherwise: 'otherwise' in secondStep && secondStep.otherwise === '/' ? '/' : '/token' };
}

interface Proof {
  readonly code?: string;
  readonly recovery_code?: string;
  readonly passkey?: PasskeyAssertion;
}

/** Takes the second step. A sign-in that has expired begins again. */
export function useSecondStep({ otherwise }: PendingStep) {
  const signIn = useSignIn();
  const navigate = useNavigate();

  async function finish(proof: Proof): Promise<SignedInUser> {
    try {
      return (await call<SignedInUser>('POST', '/api/user/login/2fa', { body: proof })).data;
    } catch (problem) {
      if (problem instanceof ApiError && problem.code === 'second_step_expired')
        await navigate('/login', { replace: true });
      throw problem;
    }
  }

  return {
    code: useAction(finish, (user) => signIn(user, otherwise)),
    passkey: useAction(
      async () => {
        const { data } = await call<PasskeyOptionsResponse>('POST', '/api/user/login/2fa/passkey');
        return finish({ passkey: await provePasskey(data.options) });
      },
      (user) => signIn(user, otherwise),
    ),
  };
}
