/** A mail, ready to be sent. */
export interface Letter {
  readonly subject: string;
  readonly html: string;
}

/** The code somebody types in to prove that an address is theirs. */
export function codeLetter(house: string, code: string, minutes: number): Letter {
  return letter(`${house}邮箱验证邮件`, [
    `您好，你正在进行${escaped(house)}邮箱验证。`,
    `您的验证码为: <strong>${escaped(code)}</strong>`,
    `验证码 ${minutes} 分钟内有效，如果不是本人操作，请忽略。`,
  ]);
}

/** The link that gives an account a new password. */
export function resetLetter(house: string, link: string, minutes: number): Letter {
  const shown = escaped(link);
  return letter(`${house}密码重置`, [
    `您好，你正在进行${escaped(house)}密码重置。`,
    `点击 <a href='${shown}'>此处</a> 进行密码重置。`,
    `如果链接无法点击，请尝试点击下面的链接或将其复制到浏览器中打开：<br> ${shown} `,
    `重置链接 ${minutes} 分钟内有效，如果不是本人操作，请忽略。`,
  ]);
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
