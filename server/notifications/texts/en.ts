import type { NoticeTexts } from './catalogue.js';

export const en: NoticeTexts = {
  test_title: 'Test notice',
  test: 'This is a test notice of {site}. Your notification settings work.',

  quota_low_title: 'Your quota is almost used up',
  quota_low:
    '{title}: {quota} is left. Top up in time, so that your requests are not refused.<br/>Top up: ' +
    "<a href='{link}'>{link}</a>",

  token_key_replaced_title: 'The key of the token “{name}” was replaced',
  token_key_replaced:
    'An administrator replaced the key of the token “{name}”. The old key {key} no longer works; it may have leaked. Copy the new key from the list of tokens into the programs that use it.',

  account_new_browser_title: 'New sign-in to your account at {site}',
  account_new_browser:
    'Your account {username} at {site} was signed in to from a browser that it was not used in before. Address: {address}. Browser: {browser}.',
  account_key_created_title: 'New API key of your account at {site}',
  account_key_created: 'A new API key was made for your account {username} at {site}: “{name}”.',
  account_access_token_created_title: 'New system access token of your account at {site}',
  account_access_token_created:
    'A new system access token was made for your account {username} at {site}. The one before no longer works.',
  account_admin_key_created_title: 'New admin key of your account at {site}',
  account_admin_key_created: 'A new admin key was made for your account {username} at {site}: “{name}”.',
  account_password_changed_title: 'The password of your account at {site} was changed',
  account_password_changed:
    'The password of your account {username} at {site} was changed. Its other sessions, its system access token and its admin keys have ended.',
  account_second_factor_changed_title: 'The second factors of your account at {site} were changed',
  account_second_factor_changed:
    'An authenticator app or a passkey of your account {username} at {site} was added or removed.',
  account_email_changed_title: 'The email address of your account at {site} was changed',
  account_email_changed: 'The email address of your account {username} at {site} is now {email}.',
  account_not_you:
    'If you did not do this, change your password now, which ends all other sessions, and contact the administrator.',
  second_factor_reset_title: 'Your second factor was reset',
  second_factor_reset:
    'An administrator removed the authenticator app, the recovery codes and the passkeys of the account “{name}” and ended its sessions. Sign in and set up a second factor again. If you did not ask for this, change your password now and contact the administrator.',

  channel_disabled_title: 'Channel "{name}" (#{id}) was disabled',
  channel_disabled: 'Channel "{name}" (#{id}) was disabled. Reason: {reason}',
  channel_enabled: 'Channel "{name}" (#{id}) was enabled again',
  channels_tested_title: 'Test of channels finished',
  channels_tested: 'All channels were tested.',

  alerts_title: 'Alerts: {count}',
  alerts_recovered_title: 'Recovered: {count}',
  alert_recovered: 'Recovered: {alert}',
  alert_channel_failing:
    'Channel "{name}" (#{id}): {value}% of the calls of the last {minutes} minutes succeeded, fewer than {limit}%',
  alert_channel_slow:
    'Channel "{name}" (#{id}): the first token takes {value} s in 95 % of the answers, more than {limit} s',
  alert_channel_key_refused:
    'Channel "{name}" (#{id}): its provider refused a key with status 401 in {value} calls of the last {minutes} minutes',
  alert_channel_disabled: 'Channel "{name}" (#{id}) was disabled automatically',
  alert_channel_balance:
    'Channel "{name}" (#{id}): its balance lasts {value} hours at the present rate, less than {limit}',
  alert_requests_failing:
    '{value}% of all requests of the last {minutes} minutes succeeded, fewer than {limit}%',
  alert_journal_late: 'A charge has waited for {value} s to be posted, longer than {limit} s',
  alert_journal_long:
    '{value} charges wait to be posted, more than {limit}: half of what JOURNAL_LIMIT allows',
  alert_tasks_late: 'Polls of tasks are {value} s late, more than {limit} s',
  alert_messages_wait: '{value} mails and notices wait for delivery, more than {limit}',
  alert_audit_changed: 'The audit log is not as it was sealed: {value} findings. Run npm run books',
  alert_ledger_unbalanced:
    'The ledger does not balance: {value} accounts differ from the sum of their entries. Run npm run books',

  mail_code_subject: 'Verification code of {site}',
  mail_code: `You are verifying this email address at {site}.
Your code: <strong>{code}</strong>
It is valid for {minutes} minutes. If you did not request it, ignore this mail.`,

  mail_test_subject: 'Test mail of {site}',
  mail_test: 'The mail settings of {site} can send mail.',

  mail_taken_subject: 'Verification of an email address at {site}',
  mail_taken: `Someone asked to register or bind this email address at {site}. It already has an account, so no code was sent.
If it was you, sign in or reset your password on the sign-in page. Otherwise you can ignore this mail.`,

  mail_reset_subject: 'Password reset of {site}',
  mail_reset: `A new password was requested for your account at {site}.
<a href='{link}'>Reset the password</a>
If the link cannot be clicked, copy this address into the browser:<br> {link}
It is valid for {minutes} minutes. If you did not request it, ignore this mail.`,

  mail_invitation_subject: 'Invitation to {site}',
  mail_invitation: `{inviter} invites you to {site}. Open the link within {days} days and choose a name and a password; it works once.
<a href='{link}'>{link}</a>
If you do not know the sender, ignore this mail.`,

  mail_email_changed_subject: 'The email address of your account at {site} was changed',
  mail_email_changed: `The email address of your account at {site} was changed to {email}. This address no longer signs in or resets the password.
If you did not do this, change your password now and contact the administrator.`,
};
