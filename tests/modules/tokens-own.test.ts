import { describe, expect, test } from "bun:test";
import { createPrivateKey, sign } from "node:crypto";
import { createVault } from "#kernel/secrets";
import { openTestStore } from "#tests/support/database";
import { forThisFile } from "#tests/support/for-this-file";
import { createTestClock } from "#tests/support/test-clock";
import { claimsOf, encodePart, headerOf, openTokens, outcomeOf, SUBJECT } from "#tests/support/tokens";
import { listSigningKeys } from "../../modules/identity/tokens/repository.ts";

const ENCRYPTION_KEY = new Uint8Array(32).fill(7);
const clock = createTestClock(Math.floor(Date.now() / 1000) * 1000);
const nowSeconds = clock.nowMs() / 1000;

const store = await forThisFile(openTestStore());
const { tokens } = await openTokens(store, { clock, encryptionKey: ENCRYPTION_KEY });
const { token: good } = await tokens.issue(SUBJECT);
const privateKey = await readPrivateKey();

/** Opens the key that signs, as only the service itself can. */
async function readPrivateKey() {
	const current = (await listSigningKeys(store.db)).find(({ state }) => state === "current");
	if (!current) throw new Error("there is no signing key");
	const aad = `signing_keys|private_sealed|${current.kid}`;
	const d = createVault(ENCRYPTION_KEY).open(current.privateSealed, aad);
	return createPrivateKey({ key: { ...current.publicJwk, d }, format: "jwk" });
}

/** Signs a token in our name with our own key: a good one with changes; undefined removes a member. */
function signed(changes: Record<string, unknown>, header: Record<string, unknown> = {}): string {
	const parts = [
		{ ...headerOf(good), ...header },
		{ ...claimsOf(good), ...changes },
	].map(encodePart);
	return `${parts.join(".")}.${sign(null, Buffer.from(parts.join(".")), privateKey).toString("base64url")}`;
}

/** Replaces the signature of a good token. */
const withSignature = (signature: Uint8Array): string =>
	`${good.slice(0, good.lastIndexOf("."))}.${Buffer.from(signature).toString("base64url")}`;
const signature = Buffer.from(good.slice(good.lastIndexOf(".") + 1), "base64url");

test("a token signed like this is accepted, at once", () => {
	const verified = tokens.verify(signed({ jti: "another" }));

	expect(verified).toMatchObject({ kind: "own", subject: SUBJECT.userId });
});

describe("a token signed with our own key is rejected", () => {
	test.each([
		["for another audience", signed({ aud: "https://other.example" })],
		["for a list of audiences", signed({ aud: [String(claimsOf(good).aud)] })],
		["without audience", signed({ aud: undefined })],
		["of another issuer", signed({ iss: "https://other.example" })],
		["without subject", signed({ sub: undefined })],
		["with an empty subject", signed({ sub: "" })],
		["with a subject of 256 characters", signed({ sub: "u".repeat(256) })],
		["without session", signed({ sid: undefined })],
		["with a session that is no text", signed({ sid: 1 })],
		["without id", signed({ jti: undefined })],
		["with an id that is no text", signed({ jti: null })],
		["without scope", signed({ scope: undefined })],
		["without sign-in methods", signed({ amr: undefined })],
		["without time of issue", signed({ iat: undefined })],
		["with a time of issue that is text", signed({ iat: String(nowSeconds) })],
		["issued in the future", signed({ iat: Math.floor(Date.now() / 1000) + 60 })],
		["without expiry", signed({ exp: undefined })],
		["with an expiry that is text", signed({ exp: String(nowSeconds + 600) })],
		["with an expiry beyond every calendar", signed({ exp: 8.7e12 })],
		["that becomes valid later", signed({ nbf: nowSeconds + 60 })],
		["with a start that is text", signed({ nbf: "0" })],
		["with another algorithm in its header", signed({}, { alg: "Ed25519" })],
		["with no algorithm in its header", signed({}, { alg: undefined })],
		["that says none", signed({}, { alg: "none" })],
		["of another kind", signed({}, { typ: "JWT" })],
		["with an unknown kid", signed({}, { kid: "nobody" })],
		["without kid", signed({}, { kid: undefined })],
		["with extensions", signed({}, { crit: [] })],
	])("%s", async (_name, token) => {
		expect(await outcomeOf(tokens, token)).toBe("unauthenticated");
	});

	test("as expired only when nothing else is wrong with it", async () => {
		const exp = nowSeconds - 30;
		const outcomes = [
			await outcomeOf(tokens, signed({ exp, jti: "late" })),
			await outcomeOf(tokens, signed({ exp: exp + 1, jti: "just in time" })),
			await outcomeOf(tokens, signed({ exp, aud: "https://other.example" })),
			await outcomeOf(tokens, signed({ exp, sub: "" })),
		];

		expect(outcomes).toEqual(["token_expired", expect.anything(), "unauthenticated", "unauthenticated"]);
		expect(outcomes[1]).toMatchObject({ kind: "own" });
	});
});

describe("a token of ours is rejected with a signature", () => {
	test.each([
		["of another length", signature.subarray(0, 63)],
		["followed by a byte", Buffer.concat([signature, Buffer.alloc(1)])],
		["of one byte", Buffer.alloc(1)],
		["of zeros", Buffer.alloc(64)],
		["with one bit changed", Buffer.from(signature.map((byte, index) => (index === 40 ? byte ^ 1 : byte)))],
		// RFC 8032 §5.1.7: the second half must be below the order of the group, or each signature had several forms.
		["whose second half is larger than the order", Buffer.concat([signature.subarray(0, 32), plusOrder(signature)])],
	])("%s", async (_name, bytes) => {
		expect(await outcomeOf(tokens, withSignature(bytes))).toBe("unauthenticated");
	});
});

/** Returns the second half of a signature plus the order of the group, which is equal modulo the order. */
function plusOrder(whole: Buffer): Buffer {
	const order = 2n ** 252n + 27742317777372353535851937790883648493n;
	const half = Buffer.from(whole.subarray(32)).reverse().toString("hex");
	return Buffer.from((BigInt(`0x${half}`) + order).toString(16).padStart(64, "0"), "hex").reverse();
}
