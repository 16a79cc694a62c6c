// Passkeys: conversion between the server's JSON and the browser's own objects. Some browsers have no helpers for that
// yet.
import type { Ceremony } from "../wire";

type Described = { id: string };
type Options = { challenge: string; user?: Described; excludeCredentials?: Described[] };

/** Whether this page can use passkeys: it must be secure, and its address must have a name. */
export function possible(place: string | null): boolean {
  return isSecureContext && place !== null && "credentials" in navigator;
}

/** Has the browser create a passkey, or log in with one; null if the person cancels. */
export async function answer(how: "create" | "get", { options }: Ceremony): Promise<unknown> {
  const asking = navigator.credentials[how]({ publicKey: prepared(options as Options) as never });
  const found = (await asking.catch((error: unknown) => {
    // The device has a passkey of this person already, or they have closed the browser's dialog.
    if (error instanceof DOMException && /NotAllowed|InvalidState/.test(error.name)) return null;
    throw error;
  })) as PublicKeyCredential | null;
  return found && told(found);
}

function prepared(given: Options): object {
  const named = <T extends Described>(one: T) => ({ ...one, id: bytes(one.id) });
  const { challenge, user, excludeCredentials } = given;
  return {
    ...given,
    challenge: bytes(challenge),
    ...(user && { user: named(user), excludeCredentials: excludeCredentials?.map(named) }),
  };
}

function told({ id, type, response }: PublicKeyCredential): unknown {
  const parts = ["clientDataJSON", "attestationObject", "authenticatorData", "signature"].flatMap((name) => {
    const part = (response as unknown as Record<string, ArrayBuffer | undefined>)[name];
    return part ? [[name, text(part)] as const] : [];
  });
  return { id, rawId: id, type, response: Object.fromEntries(parts) };
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
