/** Writing routes without a row of the audit log, and why. All others have one: docs/audit.md. */
export const UNAUDITED_ROUTES: Readonly<Record<string, string>> = {
  'POST /api/costs/query': 'reads',
  'POST /api/option/check': 'reads: asks a service whether its settings work',
  'POST /api/pricing/task': 'computes',
  'POST /api/user/amount': 'computes',
  'POST /api/invitation/read': 'reads',
  'POST /api/channel/fetch_models': 'reads the list of models of a provider',
  'POST /api/channel/recognise': 'reads: asks providers whose key it is',
  'POST /api/channel/test': 'calls a provider and stores nothing',
  'PUT /api/views': 'the views of a page are the own account’s, and show nothing that it may not see',
  'DELETE /api/views': 'as PUT /api/views',
  'POST /api/user/setting/test': 'sends a notice to the own account',
  'POST /api/alerts/target/test': 'sends a notice to the receiver of alerts',
  'POST /api/user/pay': 'an order; the payment has a row',
  'POST /api/user/epay/notify':
    'called by the payment provider: a payment has a row, a repeated call has none',
  'GET /api/oauth/state': 'begins a sign-in, whose end has a row',
  'GET /api/verification': 'mails a code; what is done with it has a row',
  'GET /api/reset_password': 'mails a link; what is done with it has a row',
};
