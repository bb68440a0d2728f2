import { describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { CompactSign, type JWTPayload } from "jose";
import { createOidcIssuer } from "#adapters/oidc-issuer";
import { openTestStore } from "#tests/support/database";
import { forThisFile } from "#tests/support/for-this-file";
import { startKeyServer } from "#tests/support/key-server";
import { createTestClock } from "#tests/support/test-clock";
import {
	encodePart,
	makeKey,
	OWN_ISSUER,
	openTokens,
	outcomeOf,
	SUBJECT,
	signWith,
	type TestKey,
} from "#tests/support/tokens";

const AUDIENCE = "https://api.parley.example";
const clock = createTestClock();
const nowSeconds = Math.floor(clock.nowMs() / 1000);
const key = await makeKey("ES256", "provider-key");
const attacker = await makeKey("ES256", "provider-key");

const store = await forThisFile(openTestStore());
const provider = await forThisFile(startKeyServer(key.publicJwk));
const externalIssuer = createOidcIssuer({
	issuer: provider.issuer,
	audience: AUDIENCE,
	claimNames: { orgId: "org_id", role: "role", scope: "scope" },
	clock,
	log: { info() {}, warn() {} },
});
const service = await openTokens(store, { externalIssuer, clock });
/** Issues a valid token of ours. */
const own = (await service.tokens.issue(SUBJECT)).token;

/** Returns the claims of a valid token of the provider with `changes`; undefined removes a claim. */
const claims = (changes: Record<string, unknown> = {}): JWTPayload =>
	JSON.parse(
		JSON.stringify({
			iss: provider.issuer,
			aud: AUDIENCE,
			sub: "alice",
			iat: nowSeconds,
			exp: nowSeconds + 600,
			scope: "org:read",
			...changes,
		}),
	);
const sign = (changes: Record<string, unknown>, header: Record<string, unknown> = {}, by: TestKey = key) =>
	signWith(by, claims(changes), header);
/** Signs bytes as the provider, exactly as given. */
const signText = (text: string | Uint8Array) =>
	new CompactSign(typeof text === "string" ? new TextEncoder().encode(text) : text)
		.setProtectedHeader({ alg: "ES256", kid: "provider-key", typ: "at+jwt" })
		.sign(key.privateKey);
/** Signs a token as the provider, with a header that no library would create. */
async function signHeader(header: Record<string, unknown> | string): Promise<string> {
	const input = `${encodePart(header)}.${encodePart(claims())}`;
	const ecdsa = { name: "ECDSA", hash: "SHA-256" };
	const signature = await crypto.subtle.sign(ecdsa, key.privateKey, new TextEncoder().encode(input));
	return `${input}.${Buffer.from(signature).toString("base64url")}`;
}
const unsigned = (header: Record<string, unknown>, signature = "AA", body: unknown = claims()) =>
	`${encodePart(header)}.${encodePart(body)}.${signature}`;
/** The algorithm confusion of RFC 8725 §2.1: the public key, in a public form, as an HMAC secret. */
function hmacSigned(secret: string, header: Record<string, unknown>, body: unknown): string {
	const input = `${encodePart({ alg: "HS256", typ: "at+jwt", ...header })}.${encodePart(body)}`;
	return `${input}.${createHmac("sha256", secret).update(input).digest("base64url")}`;
}
const parts = (token: string): [string, string, string] => token.split(".") as [string, string, string];

test("the token from which the others are derived is accepted", async () => {
	const token = await sign({});

	const outcome = await outcomeOf(service.tokens, token);

	expect(outcome).toMatchObject({ kind: "external", subject: "alice", scopes: ["org:read"] });
});

type Forgery = readonly [name: string, make: () => string | Promise<string>];

const SIGNATURES: readonly Forgery[] = [
	["alg none without signature", () => unsigned({ alg: "none", typ: "at+jwt" }, "")],
	["alg none with a signature", () => unsigned({ alg: "none", typ: "at+jwt", kid: "provider-key" })],
	["alg None", () => unsigned({ alg: "None", typ: "at+jwt", kid: "provider-key" })],
	["an empty alg", () => unsigned({ alg: "", typ: "at+jwt", kid: "provider-key" })],
	["no alg", () => unsigned({ typ: "at+jwt", kid: "provider-key" })],
	["alg in lower case", () => signHeader({ alg: "es256", kid: "provider-key", typ: "at+jwt" })],
	[
		"HS256 with the public JWK as secret",
		() => hmacSigned(JSON.stringify(key.publicJwk), { kid: "provider-key" }, claims()),
	],
	["HS256 with a coordinate as secret", () => hmacSigned(String(key.publicJwk.x), { kid: "provider-key" }, claims())],
	["HS256 with an empty secret", () => hmacSigned("", { kid: "provider-key" }, claims())],
	[
		"HS256 in our name",
		() => {
			const [ours] = service.tokens.jwks().keys;
			return hmacSigned(
				String(ours?.x),
				{ kid: ours?.kid },
				{ ...claims(), iss: OWN_ISSUER, jti: "x", sid: "x", amr: [] },
			);
		},
	],
	["another algorithm than the key's", () => signHeader({ alg: "RS256", kid: "provider-key", typ: "at+jwt" })],
	["the signature of somebody else under the same kid", () => sign({}, {}, attacker)],
	[
		"claims changed after signing",
		async () => {
			const [header, , signature] = parts(await sign({}));
			return `${header}.${encodePart(claims({ role: "system_admin" }))}.${signature}`;
		},
	],
	[
		"claims of ours changed after signing",
		() => {
			const [header, body, signature] = parts(own);
			const changed = { ...JSON.parse(Buffer.from(body, "base64url").toString()), sys: true };
			return `${header}.${encodePart(changed)}.${signature}`;
		},
	],
	[
		"the signature of another token",
		async () =>
			`${parts(await sign({}))
				.slice(0, 2)
				.join(".")}.${parts(await sign({ sub: "bob" }))[2]}`,
	],
	["a signature cut short", async () => (await sign({})).slice(0, -4)],
	[
		"a signature of zeros",
		async () =>
			`${parts(await sign({}))
				.slice(0, 2)
				.join(".")}.${Buffer.alloc(64).toString("base64url")}`,
	],
	["our issuer with the provider's key", () => sign({ iss: OWN_ISSUER, jti: "x", sid: "x", amr: [] })],
];

const HEADERS: readonly Forgery[] = [
	["no alg, though signed", () => signHeader({ typ: "at+jwt", kid: "provider-key" })],
	["no typ", () => sign({}, { typ: undefined })],
	["typ dpop+jwt", () => sign({}, { typ: "dpop+jwt" })],
	["typ logout+jwt", () => sign({}, { typ: "logout+jwt" })],
	["typ that is no text", () => sign({}, { typ: ["at+jwt"] })],
	["an unknown kid", () => sign({}, { kid: "nobody" })],
	["a path as kid", () => sign({}, { kid: "../../../../dev/null" })],
	["SQL as kid", () => sign({}, { kid: "' or 1=1 --" })],
	["__proto__ as kid", () => sign({}, { kid: "__proto__" })],
	["a kid of 65 characters", () => sign({}, { kid: "k".repeat(65) })],
	["a number as kid", () => sign({}, { kid: 0 })],
	["crit", () => signHeader({ alg: "ES256", kid: "provider-key", typ: "at+jwt", crit: ["exp"], exp: 1 })],
	["an empty crit", () => signHeader({ alg: "ES256", kid: "provider-key", typ: "at+jwt", crit: [] })],
	["b64 false", () => signHeader({ alg: "ES256", kid: "provider-key", typ: "at+jwt", b64: false, crit: ["b64"] })],
	["its own key in the header", () => sign({}, { jwk: attacker.publicJwk, kid: undefined }, attacker)],
	["the place of its own key in the header", () => sign({}, { jku: "https://evil.example/keys" }, attacker)],
	["a certificate in the header", () => sign({}, { x5c: ["MIIB"] }, attacker)],
	[
		"a member of the header twice",
		() => signHeader('{"alg":"none","alg":"ES256","kid":"provider-key","typ":"at+jwt"}'),
	],
];

const CLAIMS: readonly Forgery[] = [
	["an issuer we do not know", () => sign({ iss: "https://evil.example" })],
	["an issuer that is almost ours", () => sign({ iss: `${provider.issuer}/` })],
	["an issuer in a list", () => sign({ iss: [provider.issuer] })],
	["no issuer", () => sign({ iss: undefined })],
	["another audience", () => sign({ aud: "https://other.example" })],
	["an audience that is only a client", () => sign({ aud: "client-id" })],
	["no audience", () => sign({ aud: undefined })],
	["an empty list of audiences", () => sign({ aud: [] })],
	["no exp", () => sign({ exp: undefined })],
	["exp as text", () => sign({ exp: String(nowSeconds + 600) })],
	["exp null", () => sign({ exp: null })],
	["exp beyond every calendar", () => sign({ exp: 8.7e12 })],
	["exp that overflows", () => signText(JSON.stringify(claims()).replace(/"exp":\d+/, '"exp":1e308'))],
	["iat ahead of the clock", () => sign({ iat: nowSeconds + 40 })],
	["iat as text", () => sign({ iat: "0" })],
	["nbf ahead of the clock", () => sign({ nbf: nowSeconds + 40 })],
	["no sub", () => sign({ sub: undefined })],
	["an empty sub", () => sign({ sub: "" })],
	["a sub of 256 characters", () => sign({ sub: "a".repeat(256) })],
	["a sub that is no text", () => sign({ sub: { $ne: null } })],
	["a claim twice", () => signText(JSON.stringify(claims()).replace("{", '{"sub":"bob",'))],
	[
		"__proto__ among the claims",
		() => signText(JSON.stringify(claims()).replace("{", '{"__proto__":{"role":"owner"},')),
	],
	["claims that are a list", () => signText("[]")],
	["claims that are a text", () => signText('"claims"')],
	["claims that are no JSON", () => signText("claims")],
	["claims that are no UTF-8", () => signText(new Uint8Array([0x7b, 0xff, 0x7d]))],
	["no claims", () => signText("{}")],
];

const OTHER_KINDS: readonly Forgery[] = [
	["an ID token with a nonce", () => sign({ nonce: "n" }, { typ: "JWT" })],
	["an ID token with at_hash", () => sign({ at_hash: "h" }, { typ: "JWT" })],
	["an ID token of Keycloak", () => sign({ typ: "ID" }, { typ: "JWT" })],
	["a refresh token of Keycloak", () => sign({ typ: "Refresh" }, { typ: "JWT" })],
	["an ID token of Cognito", () => sign({ token_use: "id" }, { typ: "JWT" })],
	[
		"a logout token",
		() => sign({ events: { "http://schemas.openid.net/event/backchannel-logout": {} } }, { typ: "JWT" }),
	],
];

const SHAPES: readonly Forgery[] = [
	["nothing", () => ""],
	["two dots", () => ".."],
	["two parts", () => parts(own).slice(0, 2).join(".")],
	["four parts", () => `${own}.AA`],
	["five parts", () => `${own}.AA.AA`],
	["no signature", () => `${parts(own).slice(0, 2).join(".")}.`],
	["a header that is no JSON", () => own.replace(/^[^.]+/, "AAAA")],
	["more than 4096 characters", () => sign({ padding: "x".repeat(4000) })],
	["10 MB", () => `${own}${"A".repeat(10_000_000)}`],
	["10 MB of dots", () => ".".repeat(10_000_000)],
];

describe.each([
	["signed wrongly", SIGNATURES],
	["with a hostile header", HEADERS],
	["with wrong claims", CLAIMS],
	["of another kind", OTHER_KINDS],
	["of another shape", SHAPES],
] as const)("a token %s", (_, forgeries) => {
	test.each(forgeries as Forgery[])("is rejected: %s", async (_name, make) => {
		const token = await make();

		const outcome = await outcomeOf(service.tokens, token);

		expect(outcome).toBe("unauthenticated");
	});
});

/** The last character of a part contains two or four unused bits. */
function withStrayBits(part: string): string {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
	return part.slice(0, -1) + alphabet[alphabet.indexOf(part.slice(-1)) + 1];
}

const SPELLINGS: readonly (readonly [name: string, respell: (token: string) => string])[] = [
	["padding", (token) => `${token}=`],
	["more padding", (token) => `${token}==`],
	["padding inside", (token) => token.replace(".", "=.")],
	["a space behind", (token) => `${token} `],
	["a space in front", (token) => ` ${token}`],
	["a line break behind", (token) => `${token}\n`],
	["a line break inside", (token) => token.replace(".", "\n.")],
	["stray bits in the signature", (token) => withStrayBits(token)],
	["the other alphabet", (token) => token.replaceAll("-", "+").replaceAll("_", "/")],
];

// Deny-lists and caches by the text of a token do not cover its other encodings.
describe("another encoding of a valid token", () => {
	test.each(SPELLINGS)("is rejected: %s", async (_name, respell) => {
		const good = await signedWithBothAlphabets();
		await service.tokens.verify(good);

		const outcomes = [await outcomeOf(service.tokens, respell(good)), await outcomeOf(service.tokens, good)];

		expect(respell(good)).not.toBe(good);
		expect(outcomes).toEqual(["unauthenticated", expect.objectContaining({ subject: "alice" })]);
	});

	/** Issues tokens until a signature, which is random, contains a character in which the alphabets differ. */
	async function signedWithBothAlphabets(): Promise<string> {
		for (;;) {
			const token = await sign({});
			if (/[-_]/.test(token)) return token;
		}
	}
});

test("the keys of the provider were fetched only for its own tokens", () => {
	expect(provider.requestedPaths.filter((path) => path === "/keys")).toHaveLength(1);
});
