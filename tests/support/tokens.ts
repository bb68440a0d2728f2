import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from "jose";
import type { Store } from "#db/store";
import { Caches } from "#kernel/caches";
import { AppError } from "#kernel/errors";
import { createVault } from "#kernel/secrets";
import {
	createTokensService,
	type ExternalIssuer,
	type TokenSubject,
	type TokensService,
	type VerifiedToken,
} from "#modules/identity/tokens";
import { createTestClock, type TestClock } from "./test-clock.ts";

/** Issuer and audience of the service under test. */
export const OWN_ISSUER = "https://api.parley.example";

/** A person who signed in. */
export const SUBJECT: TokenSubject = {
	userId: "usr_01jd0z7v9gf2nbrexx3vqjhp41",
	sessionId: "ses_01jd0z7v9gf2nbrexx3vqjhp41",
	orgId: "org_01jd0z7v9gf2nbrexx3vqjhp41",
	role: "owner",
	scopes: ["org:read", "org:write"],
	system: false,
	authMethods: ["pwd"],
};

export interface TokensUnderTest {
	readonly tokens: TokensService;
	readonly clock: TestClock;
	/** Messages of the log, oldest first. */
	readonly logged: string[];
}

export interface TokensOptions {
	readonly externalIssuer?: ExternalIssuer;
	readonly clock?: TestClock;
	readonly caches?: Caches;
	readonly encryptionKey?: Uint8Array;
	readonly issuer?: string;
	readonly audience?: string;
}

/** Opens the tokens service of a process on that database. Processes of an installation share the encryption key. */
export async function openTokens(store: Store, options: TokensOptions = {}): Promise<TokensUnderTest> {
	const clock = options.clock ?? createTestClock();
	const logged: string[] = [];
	const write = (message: string) => void logged.push(message);
	const tokens = createTokensService({
		store,
		clock,
		vault: createVault(options.encryptionKey ?? new Uint8Array(32).fill(7)),
		issuer: options.issuer ?? OWN_ISSUER,
		audience: options.audience ?? OWN_ISSUER,
		externalIssuer: options.externalIssuer ?? null,
		caches: options.caches ?? new Caches({ budgetBytes: 1024 * 1024, isCoherent: true }),
		log: { info: write, warn: write },
	});
	await tokens.ready();
	return { tokens, clock, logged };
}

/** Verifies a token. Returns its claims, or the error code it is rejected with. */
export async function outcomeOf(tokens: TokensService, token: string): Promise<VerifiedToken | string> {
	try {
		return await tokens.verify(token);
	} catch (error) {
		if (error instanceof AppError) return error.code;
		throw error;
	}
}

/** A key pair for signing tokens. */
export interface TestKey {
	readonly privateKey: CryptoKey;
	/** Public key as published by a provider. */
	readonly publicJwk: JWK & { readonly kid: string };
	readonly algorithm: string;
}

export async function makeKey(algorithm: string, kid: string): Promise<TestKey> {
	const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
	return { privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg: algorithm, use: "sig" }, algorithm };
}

/** Signs claims unchanged. @param header members besides `alg`, `kid` and `typ`, or replacing them */
export const signWith = (key: TestKey, claims: JWTPayload, header: Record<string, unknown> = {}): Promise<string> =>
	new SignJWT(claims)
		.setProtectedHeader({ alg: key.algorithm, kid: key.publicJwk.kid, typ: "at+jwt", ...header })
		.sign(key.privateKey);

/** Encodes a part of a compact token. */
export const encodePart = (value: unknown): string =>
	Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

/** Returns the claims of a token without verifying it. */
export const claimsOf = (token: string): Record<string, unknown> =>
	JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

/** Returns the header of a token without verifying it. */
export const headerOf = (token: string): Record<string, unknown> =>
	JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString());
