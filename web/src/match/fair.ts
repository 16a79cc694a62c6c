// Proof of a fair deal, checked in the browser. The hashes use a library, because browsers offer none on pages over
// plain http.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/** Whether the commitment is the SHA-256 of the server's seed. */
export function commitHolds(commit: string, serverSeed: string): boolean {
  return digest(bytes(serverSeed)) === commit.toLowerCase();
}

/** Whether the seed is the SHA-256 of the server's seed and every word, each word after its length in four bytes. */
export function seedHolds(seed: string, serverSeed: string, words: string[]): boolean {
  return digest(concatBytes(bytes(serverSeed), ...words.map(measured))) === seed.toLowerCase();
}

function measured(word: string): Uint8Array {
  const text = utf8ToBytes(word);
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, text.length);
  return concatBytes(length, text);
}

function digest(of: Uint8Array): string {
  return bytesToHex(sha256(of));
}

/** Bytes of hexadecimal digits; empty if the text has others. */
function bytes(hex: string): Uint8Array {
  return /^([0-9a-f]{2})*$/i.test(hex) ? hexToBytes(hex) : new Uint8Array();
}
