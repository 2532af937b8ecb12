import type { Texts } from '../../../../text/texts';

export const system: Texts['settings']['system'] = {
  siteAddress: 'server address',
  homepageUrl: 'Homepage URL',
  callbackUrl: 'Callback URL',
  oidc: {
    checked: 'OIDC configuration loaded',
    checkFailed: 'The OIDC configuration cannot be loaded. Check the network and the Well-Known URL.',
  },
  check: {
    run: 'Test the saved settings',
    email: 'Send a test mail to',
    sendMail: 'Send test mail',
    saveFirst: 'Save first: the saved settings are tested.',
    failed: 'The test failed',
    mailSent: 'The mail server accepted a mail to {{email}}',
    reached: '{{reached}} answered',
    accepted: '{{reached}} accepts the ID and the secret.',
    unknown: '{{reached}} answered, but not whether it accepts the ID and the secret.',
  },
  usageEvents: {
    off: 'Off',
    well: 'Delivered',
    late: 'Behind',
    delivered: '{{events}} events delivered',
    last: 'last at {{time}}',
    behind: '{{seconds}} seconds behind',
    failed: '{{failures}} failed calls, last: {{error}}. Next call at {{time}}.',
    refused: '{{events}} events were refused by the receiver:',
    sending: 'is sent again',
    retry: 'Send again',
    retried: 'Sent again within seconds',
  },
  egress: {
    title: 'Outgoing connections',
    lead: 'Configured by the environment of the server.',
    text: 'The environment variable <variable>EGRESS_ALLOW_PRIVATE</variable> allows channels and sign-in services at private and loopback addresses. Notification URLs of users must always be public.',
  },
};
