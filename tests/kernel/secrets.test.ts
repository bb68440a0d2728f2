import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createVault, deriveKey, hmacHex, randomToken, sameSecret, sha256Hex } from "#kernel/secrets";

const key = new Uint8Array(32).fill(1);
const otherKey = new Uint8Array(32).fill(2);

describe("createVault", () => {
	test("opens what it sealed, and seals nothing twice the same", () => {
		const vault = createVault(key);

		fc.assert(
			fc.property(fc.string({ unit: "binary" }), fc.string(), (plaintext, aad) => {
				const sealed = vault.seal(plaintext, aad);

				expect(vault.open(sealed, aad)).toBe(plaintext);
				expect(vault.seal(plaintext, aad)).not.toBe(sealed);
				expect(sealed).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]+$/);
			}),
		);
	});

	test("refuses a sealed text that was altered anywhere, cut, moved or never was one", () => {
		const vault = createVault(key);
		const sealed = vault.seal("secret", "keys|private|k1");
		const altered = Array.from(
			sealed,
			(char, at) => sealed.slice(0, at) + (char === "A" ? "g" : "A") + sealed.slice(at + 1),
		);

		for (const text of altered.slice(0, -1)) expect(() => vault.open(text, "keys|private|k1")).toThrow();
		expect(() => vault.open(sealed, "keys|private|k2")).toThrow();
		for (const text of ["", "v1", "v1..", sealed.slice(0, 40), sealed.slice(0, -4)]) {
			expect(() => vault.open(text, "keys|private|k1")).toThrow();
		}
	});

	test("opens with older keys, seals with the new one", () => {
		const old = createVault(otherKey).seal("secret", "a");
		const vault = createVault(key, [otherKey]);

		expect(vault.open(old, "a")).toBe("secret");
		expect(() => createVault(otherKey).open(vault.seal("secret", "a"), "a")).toThrow("not configured");
	});

	test("refuses a key of the wrong length", () => {
		expect(() => createVault(new Uint8Array(16))).toThrow(RangeError);
	});
});

describe("deriveKey", () => {
	test("gives each purpose its own key, always the same, as HKDF-SHA-256 does", async () => {
		const master = await crypto.subtle.importKey("raw", key, "HKDF", false, ["deriveBits"]);
		const info = new TextEncoder().encode("parley/cursor");
		const expected = await crypto.subtle.deriveBits(
			{ name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info },
			master,
			256,
		);

		expect(deriveKey(key, "cursor")).toEqual(new Uint8Array(expected));
		expect(deriveKey(key, "vault")).not.toEqual(deriveKey(key, "cursor"));
		expect(deriveKey(otherKey, "cursor")).not.toEqual(deriveKey(key, "cursor"));
	});
});

describe("tokens and digests", () => {
	test("randomToken has the asked number of random bytes", () => {
		expect(Buffer.from(randomToken(), "base64url")).toHaveLength(32);
		expect(randomToken(16)).toHaveLength(22);
		expect(randomToken()).not.toBe(randomToken());
	});

	test("sha256Hex digests the UTF-8 form", () => {
		expect(sha256Hex("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
		expect(sha256Hex("é")).toBe(sha256Hex(Buffer.from([0xc3, 0xa9]).toString()));
	});

	test("hmacHex is HMAC-SHA-256 (RFC 4231, test case 2)", () => {
		const mac = hmacHex(new TextEncoder().encode("Jefe"), "what do ya want for nothing?");

		expect(mac).toBe("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
	});

	test("sameSecret compares texts of any length", () => {
		expect(sameSecret("token", "token")).toBeTrue();
		expect(sameSecret("token", "token ")).toBeFalse();
		expect(sameSecret("", "x")).toBeFalse();
	});
});
