import license from 'rollup-plugin-license';

/** Licences that allow to ship a package with its notice. */
const ALLOWED =
  '(MIT OR ISC OR BSD-2-Clause OR BSD-3-Clause OR Apache-2.0 OR BlueOak-1.0.0 OR 0BSD OR Python-2.0 OR MIT-0)';

/**
 * A plugin of Rolldown and Vite that writes the licences of all bundled packages, as they require, and fails at a package whose
 * licence is none of those.
 * @param {string} file
 */
export function thirdPartyNotices(file) {
  return license({
    thirdParty: {
      // `pause` (of Passport) states its licence, MIT, in its readme only.
      allow: { test: ALLOWED, failOnUnlicensed: false, failOnViolation: true },
      output: { file, encoding: 'utf-8' },
    },
  });
}
