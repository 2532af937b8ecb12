import type { OptionsService } from '../../options/options.service.js';

/**
 * Names of this installation, which are obvious guesses, so that they are no passwords
 * (`assertUncommon`): the site's name with and without spaces, and the labels of the console's host that have letters.
 */
export function siteNames(options: Pick<OptionsService, 'get'>): string[] {
  const name = options.get('SystemName');
  const labels = hostOf(options.get('ServerAddress')).split('.');
  return [name, name.replaceAll(/\s/g, ''), ...labels].filter((text) => /\p{L}/u.test(text));
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : '';
}
