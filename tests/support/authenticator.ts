import type { Browser, CDPSession, Page } from "playwright-core";

/** A page of an origin in a real browser, with a virtual authenticator that approves everything. */
export interface Authenticator {
	/** Calls `navigator.credentials.create()`. Returns the new credential as JSON. */
	create(options: unknown): Promise<CredentialJson>;
	/** Calls `navigator.credentials.get()`. Returns the assertion as JSON. */
	get(options: unknown): Promise<CredentialJson>;
	/** Exports its credentials, including the private keys. */
	export(): Promise<AuthenticatorKey[]>;
	/** Imports credentials, replacing those with the same id. */
	import(keys: readonly AuthenticatorKey[]): Promise<void>;
	/** Sets whether user verification succeeds. */
	setUserVerified(isUserVerified: boolean): Promise<void>;
	close(): Promise<void>;
}

/** Result of `PublicKeyCredential.toJSON()`. */
export interface CredentialJson {
	readonly id: string;
	readonly response: Readonly<Record<string, unknown>> & { readonly clientDataJSON: string };
}

/** A credential as represented by the Chrome DevTools Protocol. */
export type AuthenticatorKey = Awaited<ReturnType<typeof keysOf>>[number];

const keysOf = async (session: CDPSession, authenticatorId: string) =>
	(await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials;

/** Opens a blank page of `origin`, which need not exist, with a platform authenticator. */
export async function openAuthenticator(browser: Browser, origin: string): Promise<Authenticator> {
	const context = await browser.newContext();
	const page = await context.newPage();
	await page.route("**/*", (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html>" }));
	await page.goto(origin);
	return addAuthenticator(page);
}

/** Gives a page a platform authenticator; closing it closes the page and its context. */
export async function addAuthenticator(page: Page): Promise<Authenticator> {
	const context = page.context();
	const session = await context.newCDPSession(page);
	await session.send("WebAuthn.enable");
	const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
		options: {
			protocol: "ctap2",
			transport: "internal",
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: true,
		},
	});
	return {
		create: (options) => create(page, options),
		get: (options) => get(page, options),
		export: () => keysOf(session, authenticatorId),
		async import(keys) {
			for (const credential of keys) {
				const { credentialId } = credential;
				await session.send("WebAuthn.removeCredential", { authenticatorId, credentialId }).catch(() => undefined);
				await session.send("WebAuthn.addCredential", { authenticatorId, credential });
			}
		},
		async setUserVerified(isUserVerified) {
			await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
		},
		close: () => context.close(),
	};
}

// These run in the page.
const create = (page: Page, options: unknown): Promise<CredentialJson> =>
	page.evaluate(async (json) => {
		const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json as PublicKeyCredentialCreationOptionsJSON);
		const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
		return credential.toJSON() as unknown as CredentialJson;
	}, options);

const get = (page: Page, options: unknown): Promise<CredentialJson> =>
	page.evaluate(async (json) => {
		const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json as PublicKeyCredentialRequestOptionsJSON);
		const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
		return credential.toJSON() as unknown as CredentialJson;
	}, options);
