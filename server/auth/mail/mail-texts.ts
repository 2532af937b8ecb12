/** Subject and body of a mail. */
export interface Letter {
  readonly subject: string;
  readonly html: string;
}

/** Mail with a verification code. */
export function codeLetter(services: string, code: string, minutes: number): Letter {
  return letter(`${services}邮箱验证邮件`, [
    `您好，您正在进行${escaped(services)}邮箱验证。`,
    `您的验证码为: <strong>${escaped(code)}</strong>`,
    `验证码 ${minutes} 分钟内有效，如果不是本人操作，请忽略。`,
  ]);
}

/** Mail with a password reset link. */
export function resetLetter(services: string, link: string, minutes: number): Letter {
  const shown = escaped(link);
  return letter(`${services}密码重置`, [
    `您好，您正在进行${escaped(services)}密码重置。`,
    `点击 <a href='${shown}'>此处</a> 进行密码重置。`,
    `如果链接无法点击，请尝试点击下面的链接或将其复制到浏览器中打开：<br> ${shown} `,
    `重置链接 ${minutes} 分钟内有效，如果不是本人操作，请忽略。`,
  ]);
}

/** Mail with an invitation, in both languages: the language of the receiver is not known. */
export function invitationLetter(
  site: string,
  { inviter, link, days }: { readonly inviter: string; readonly link: string; readonly days: number },
): Letter {
  const name = escaped(site);
  const by = escaped(inviter);
  const shown = escaped(link);
  return letter(`${site} 账户邀请 / Invitation`, [
    `您好，${by} 邀请您加入${name}。请在 ${days} 天内打开下面的链接，设置用户名和密码；链接只能使用一次。`,
    `${by} invites you to ${name}. Open the link within ${days} days and choose a name and a password; it works once.`,
    `<a href='${shown}'>${shown}</a>`,
    `如果您不认识邀请人，请忽略此邮件。If you do not know the sender, ignore this mail.`,
  ]);
}

/** Mail that shows that the mail server works. */
export function testLetter(site: string): Letter {
  return letter(`${site} 测试邮件 / Test mail`, [
    `${escaped(site)}的邮件设置可以发送邮件。`,
    `The mail settings of ${escaped(site)} can send mail.`,
  ]);
}

/** Sent instead of a code to an address that already has an account, so that only the owner of the address learns this. */
export function takenLetter(site: string): Letter {
  const name = escaped(site);
  return letter(`${site}邮箱验证邮件`, [
    `您好，有人请求用此邮箱地址在${name}注册或绑定账户，但此地址已有账户，因此没有发送验证码。`,
    `如果是您本人，请直接登录，或在登录页重置密码；如果不是本人操作，请忽略。`,
    `Someone asked to register or bind this email address at ${name}. It already has an account, so no code was sent.`,
    `If it was you, sign in or reset your password on the sign-in page. Otherwise you can ignore this mail.`,
  ]);
}

/**
 * Notifies the previous address of an account of a change.
 * @param now the new address, shown in part
 */
export function emailChangedLetter(site: string, now: string): Letter {
  const name = escaped(site);
  const shown = escaped(masked(now));
  return letter(`${site}账户邮箱已更改 / Account email changed`, [
    `您好，您在${name}的账户邮箱已更改为 ${shown}，此地址不再用于登录和重置密码。`,
    `如果不是本人操作，请立即修改密码并联系管理员。`,
    `The email address of your account at ${name} was changed to ${shown}. This address no longer signs in or resets the password.`,
    `If you did not do this, change your password now and contact the administrator.`,
  ]);
}

/** `j***@example.com`: enough for owners to recognize their address. */
function masked(email: string): string {
  const at = email.lastIndexOf('@');
  return `${Array.from(email.slice(0, at))[0] ?? ''}***${email.slice(at)}`;
}

function letter(subject: string, paragraphs: readonly string[]): Letter {
  return { subject, html: paragraphs.map((text) => `<p>${text}</p>`).join('') };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
