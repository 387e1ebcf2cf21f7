import { createHmac, timingSafeEqual } from "node:crypto";
import type { Rng } from "../../domain/clock.ts";

const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"; // no 0 O 1 I, which people mistake for each other
const codeLength = 8;
const bitsPerLetter = 5;
const saltDigits = 32;

/** Every letter takes five bits of those the system's generator gives, so all codes are equally likely. */
export function newCode(rng: Rng): string {
  const bits = Number.parseInt(rng.hex((codeLength * bitsPerLetter) / 4), 16);
  const digits = bits.toString(letters.length).padStart(codeLength, "0");
  return Array.from(digits, (digit) => letters[Number.parseInt(digit, letters.length)]).join("");
}

/** All that is stored of a code. */
export function hashOfCode(code: string, rng: Rng): string {
  return salted(code, rng.hex(saltDigits));
}

/** Takes as long for a wrong code as for the right one. Case, spaces and dashes do not matter. */
export function isCode(typed: string, hash: string): boolean {
  const [salt = ""] = hash.split(":");
  const [given, kept] = [Buffer.from(salted(tidied(typed), salt)), Buffer.from(hash)];
  return given.length === kept.length && timingSafeEqual(given, kept);
}

function salted(code: string, salt: string): string {
  return `${salt}:${createHmac("sha256", salt).update(code).digest("hex")}`;
}

function tidied(typed: string): string {
  return typed.replaceAll(/[\s\p{Pd}]/gu, "").toUpperCase();
}
