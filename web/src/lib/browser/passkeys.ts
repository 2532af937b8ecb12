import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyOptionsResponse,
} from '#contract/resources/accounts/second-factor';
import i18next from 'i18next';

type Options = PasskeyOptionsResponse['options'];

/** Whether this browser has passkeys for this address: a domain, by HTTPS or of this machine. */
export function supportsPasskeys(): boolean {
  const isAddress = /^[\d.]+$|^\[/.test(location.hostname);
  return typeof globalThis.PublicKeyCredential === 'function' && !isAddress;
}

/** Asks the user for a passkey. @throws Error with a translated message */
export async function provePasskey({ publicKey }: Options): Promise<PasskeyAssertion> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = publicKey as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  return translated(async () => ({ ...(await startAuthentication({ optionsJSON })) }) as PasskeyAssertion);
}

/** Asks the user to create a passkey. @throws Error with a translated message */
export async function createPasskey({ publicKey }: Options): Promise<PasskeyAttestation> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = publicKey as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
  return translated(async () => ({ ...(await startRegistration({ optionsJSON })) }) as PasskeyAttestation);
}

async function translated<T>(ceremony: () => Promise<T>): Promise<T> {
  try {
    return await ceremony();
  } catch (problem) {
    console.warn('No passkey', problem);
    const name = problem instanceof Error ? problem.name : '';
    if (name === 'InvalidStateError')
      throw new Error(i18next.t('authPages.passkey.exists'), { cause: problem });
    if (name === 'SecurityError')
      throw new Error(i18next.t('authPages.passkey.otherSite'), { cause: problem });
    throw new Error(i18next.t('authPages.passkey.cancelled'), { cause: problem });
  }
}
