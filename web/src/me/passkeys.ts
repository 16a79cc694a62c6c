// Passkeys: between the JSON of the house and the browser's own objects. Browsers that lack the helpers for it are helped.
import type { Ceremony } from "../wire";

type Options = Record<string, unknown> & { challenge: string };
type Described = { id: string };

/** Whether this page may have passkeys at all: it must be secure, and its address must have a name. */
export function possible(place: string | null): boolean {
  return isSecureContext && place !== null && "PublicKeyCredential" in window;
}

/** Has the browser make a passkey; null when the person would rather not. */
export async function make({ options }: Ceremony): Promise<unknown> {
  const publicKey =
    PublicKeyCredential.parseCreationOptionsFromJSON?.(options as never) ?? creation(options as Options);
  return answered(navigator.credentials.create({ publicKey }));
}

/** Has the browser log in with a passkey; null when the person would rather not. */
export async function use({ options }: Ceremony): Promise<unknown> {
  const publicKey =
    PublicKeyCredential.parseRequestOptionsFromJSON?.(options as never) ?? asked(options as Options);
  return answered(navigator.credentials.get({ publicKey }));
}

async function answered(asking: Promise<Credential | null>): Promise<unknown> {
  const found = (await asking.catch((error: unknown) => {
    // A passkey of this person's is on the device already, or they have closed the browser's own dialog.
    if (error instanceof DOMException && ["NotAllowedError", "InvalidStateError"].includes(error.name))
      return null;
    throw error;
  })) as PublicKeyCredential | null;
  return found && (found.toJSON?.() ?? plain(found));
}

export function creation(given: Options): PublicKeyCredentialCreationOptions {
  const { user, excludeCredentials = [] } = given as Options & {
    user: Described;
    excludeCredentials: Described[];
  };
  return {
    ...given,
    challenge: bytes(given.challenge),
    user: { ...user, id: bytes(user.id) },
    excludeCredentials: excludeCredentials.map((one) => ({ ...one, id: bytes(one.id) })),
  } as unknown as PublicKeyCredentialCreationOptions;
}

function asked(given: Options): PublicKeyCredentialRequestOptions {
  return { ...given, challenge: bytes(given.challenge), allowCredentials: [] };
}

/** What `toJSON` gives, as far as the house needs it. */
function plain(found: PublicKeyCredential): unknown {
  const names = ["clientDataJSON", "attestationObject", "authenticatorData", "signature"] as const;
  const parts = found.response as unknown as Record<string, ArrayBuffer | undefined>;
  const response = names.flatMap((name) => (parts[name] ? [[name, text(parts[name])]] : []));
  return {
    id: found.id,
    rawId: found.id,
    type: found.type,
    response: Object.fromEntries(response) as unknown,
  };
}

/** Bytes from base64url. */
export function bytes(encoded: string): Uint8Array<ArrayBuffer> {
  const found = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(found, (letter) => letter.charCodeAt(0));
}

/** Bytes as base64url without padding. */
export function text(buffer: ArrayBuffer): string {
  const letters = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
