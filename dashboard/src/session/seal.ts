/**
 * Encrypts an API key with a PIN, so that this browser can keep it. The many rounds make each guess
 * slow. They do not protect a copied disk: all PINs of four digits can be tried within hours. See
 * docs/decisions/0040.
 */

/** An encrypted text. All bytes are in base64. */
export type SealedText = {
  readonly salt: string;
  readonly iv: string;
  readonly text: string;
  readonly rounds: number;
};

/** How many rounds OWASP advises for PBKDF2 with SHA-256. */
const roundsOfNewSeals = 600_000;

export const pinRule = /^\d{4,6}$/;

/** Whether this page may encrypt. Browsers forbid it on pages that came without HTTPS. */
export function canSeal(): boolean {
  return isSecureContext;
}

export async function seal(text: string, pin: string): Promise<SealedText> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const key = await keyFrom(pin, salt, roundsOfNewSeals);

  const plain = new TextEncoder().encode(text);
  const encrypted = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain);

  return {
    salt: toBase64(salt),
    iv: toBase64(iv),
    text: toBase64(new Uint8Array(encrypted)),
    rounds: roundsOfNewSeals,
  };
}

/** Decrypts a sealed text. Returns undefined if it was sealed with another PIN. */
export async function unseal(sealed: SealedText, pin: string): Promise<string | undefined> {
  const key = await keyFrom(pin, fromBase64(sealed.salt), sealed.rounds);
  const algorithm = { name: 'AES-GCM', iv: fromBase64(sealed.iv) };
  try {
    const plain = await crypto.subtle.decrypt(algorithm, key, fromBase64(sealed.text));
    return new TextDecoder().decode(plain);
  } catch {
    // AES-GCM finds that the key is wrong, and says nothing more.
    return undefined;
  }
}

async function keyFrom(
  pin: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
): Promise<CryptoKey> {
  const typed = new TextEncoder().encode(pin);
  const base = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
