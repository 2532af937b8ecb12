/**
 * The library of WebAuthn, loaded when a passkey is first used: with the certificate parsers that it needs it takes 5 MB of a server
 * that has no passkeys.
 */
export const webauthn = () => import('@simplewebauthn/server');
