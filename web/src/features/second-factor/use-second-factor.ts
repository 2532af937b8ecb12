import type {
  AuthenticatorSetupResponse,
  PasskeyAddedResponse,
  PasskeyListResponse,
  PasskeyOptionsResponse,
  RecoveryCodesResponse,
  SecondFactorProof,
  SecondFactorStatusResponse,
} from '#contract/resources/accounts/second-factor';
import useSWR from 'swr';
import { call, get } from '../../lib/api/api';
import { useSelf } from '../../lib/api/use-self';
import { createPasskey, provePasskey } from '../../lib/browser/passkeys';

const PASSKEYS = '/api/user/passkey';

/** An empty password is omitted: the server accepts a recent sign-in instead. */
function withPassword(password: string | undefined): { original_password?: string } {
  return password ? { original_password: password } : {};
}

/** The factors of the signed-in user and the calls that change them. */
export function useSecondFactor() {
  const status = useSWR('/api/user/2fa/status', (path: string) => get<SecondFactorStatusResponse>(path));
  const passkeys = useSWR(PASSKEYS, (path: string) => get<PasskeyListResponse>(path));
  const { refresh: refreshSelf } = useSelf();

  async function refresh(): Promise<void> {
    await Promise.all([status.mutate(), passkeys.mutate(), refreshSelf()]);
  }

  return {
    status: status.data,
    passkeys: passkeys.data?.passkeys,
    error: (status.error ?? passkeys.error) as unknown,
    refresh,
    async setUp(password: string | undefined): Promise<AuthenticatorSetupResponse> {
      const body = withPassword(password);
      return (await call<AuthenticatorSetupResponse>('POST', '/api/user/2fa/setup', { body })).data;
    },
    async enable(code: string): Promise<string[]> {
      const { data } = await call<RecoveryCodesResponse>('POST', '/api/user/2fa/enable', { body: { code } });
      await refresh();
      return data.backup_codes;
    },
    async disable(proof: SecondFactorProof, password: string | undefined): Promise<void> {
      await call<null>('POST', '/api/user/2fa/disable', { body: { ...proof, ...withPassword(password) } });
      await refresh();
    },
    async renewCodes(proof: SecondFactorProof): Promise<string[]> {
      const { data } = await call<RecoveryCodesResponse>('POST', '/api/user/2fa/backup_codes', {
        body: proof,
      });
      await refresh();
      return data.backup_codes;
    },
    /** @returns recovery codes, if the account had none */
    async addPasskey(name: string, password: string | undefined): Promise<string[]> {
      const begun = await call<PasskeyOptionsResponse>('POST', `${PASSKEYS}/register/begin`, {
        body: { name, ...withPassword(password) },
      });
      const body = await createPasskey(begun.data.options);
      const { data } = await call<PasskeyAddedResponse>('POST', `${PASSKEYS}/register/finish`, { body });
      await refresh();
      return data.backup_codes;
    },
    async removePasskey(id: number, password: string | undefined): Promise<void> {
      await call<null>('DELETE', `${PASSKEYS}/${id}`, { body: withPassword(password) });
      await refresh();
    },
  };
}

export type SecondFactor = ReturnType<typeof useSecondFactor>;

/** Asks the user for one of their passkeys. */
export async function ownPasskey(): Promise<SecondFactorProof> {
  const { data } = await call<PasskeyOptionsResponse>('POST', `${PASSKEYS}/verify/begin`);
  return { passkey: await provePasskey(data.options) };
}
